//! Boards of men as sets of squares.

/// Defines `Men`, the men on a board: a set of squares for each owner and for each kind. A man has the two fields that
/// the macro names, with their types, which are enums with an array `ALL`.
macro_rules! men {
    ($visibility:vis $man:ident { $owner:ident: $Owner:ident, $kind:ident: $Kind:ident }, $square:ty, $squares:ty) => {
        /// The men on the board, as sets of squares by owner and by kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        $visibility struct Men {
            owned: [$squares; $Owner::ALL.len()],
            kinds: [$squares; $Kind::ALL.len()],
        }

        impl Men {
            /// Puts a man on an empty square.
            $visibility fn put(&mut self, square: $square, man: $man) {
                self.owned[man.$owner as usize].insert(square);
                self.kinds[man.$kind as usize].insert(square);
            }

            /// Removes and returns the man on a square; `None` if the square is empty.
            $visibility fn take(&mut self, square: $square) -> Option<$man> {
                let man = self.at(square)?;
                self.owned[man.$owner as usize].remove(square);
                self.kinds[man.$kind as usize].remove(square);
                Some(man)
            }

            /// The man on a square; `None` if the square is empty.
            $visibility fn at(&self, square: $square) -> Option<$man> {
                let $owner = $Owner::ALL.into_iter().find(|&owner| self.owned(owner).contains(square))?;
                let $kind = $Kind::ALL.into_iter().find(|&kind| self.of(kind).contains(square))?;
                Some($man { $owner, $kind })
            }

            /// The squares of an owner's men.
            $visibility const fn owned(&self, owner: $Owner) -> $squares {
                self.owned[owner as usize]
            }

            /// The squares of the men of a kind.
            $visibility const fn of(&self, kind: $Kind) -> $squares {
                self.kinds[kind as usize]
            }

            /// The squares of all men.
            $visibility fn all(&self) -> $squares {
                self.owned.into_iter().fold(<$squares>::EMPTY, |all, owned| all | owned)
            }
        }
    };
}
