//! Macros for what the types of all games need: constant facts and words of each value of an enum, operators, and
//! actions that are read.

/// Gives an enum functions that return a fact of each value. A function is a row, such as
/// `pub letter: char = Knight => 'N', Bishop => 'B';`.
macro_rules! facts {
    ($($(#[$about:meta])* $visibility:vis $name:ident: $type:ty = $($($value:ident)|+ => $fact:expr),+;)+) => {
        $(
            $(#[$about])*
            $visibility const fn $name(self) -> $type {
                match self {
                    $($(Self::$value { .. })|+ => $fact,)+
                }
            }
        )+
    };
}

/// Gives an enum its words or letters as [`facts!`] does, a list of its values, and a parser of a word. No word may begin
/// with another.
macro_rules! words {
    ($(#[$about:meta])* $visibility:vis $name:ident: $type:ty = $($value:ident => $word:expr),+;) => {
        /// All values, in their order.
        $visibility const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

        facts! {
            $(#[$about])*
            $visibility $name: $type = $($value => $word),+;
        }

        /// Parses the word of a value.
        pub(crate) fn read(input: &str) -> nom::IResult<&str, Self> {
            let read = Self::ALL.into_iter().find_map(|value| Some((input.strip_prefix(value.$name())?, value)));
            read.ok_or_else(|| nom::Err::Error(nom::error::make_error(input, nom::error::ErrorKind::Tag)))
        }
    };
}

/// Gives a type operators between two values. An operator is a row, such as
/// `Add add |one, other| Self(one.0 + other.0);`. The generic parameters of the type come first, in brackets.
macro_rules! operators {
    (
        @ [$($generics:tt)*] $type:ty,
        $(#[$about:meta])* $operator:ident $name:ident $one:ident $other:ident $result:expr
    ) => {
        $(#[$about])*
        impl<$($generics)*> std::ops::$operator for $type {
            type Output = Self;

            #[inline]
            fn $name(self, $other: Self) -> Self {
                let $one = self;
                $result
            }
        }
    };
    (
        $generics:tt $type:ty:
        $($(#[$about:meta])* $operator:ident $name:ident |$one:ident, $other:ident| $result:expr;)+
    ) => {
        $(operators! { @ $generics $type, $(#[$about])* $operator $name $one $other $result })+
    };
}

/// Gives an encoding its layers, each as `count => "what it shows"`.
macro_rules! layers {
    ($($count:literal => $shows:expr),+ $(,)?) => {
        const LAYERS: &'static [$crate::game::encoding::Layer] =
            &[$($crate::game::encoding::Layer { count: $count, shows: $shows }),+];
    };
}

/// The words of a game's positions, each as `name: form => "what it says"`.
macro_rules! fields {
    ($($name:literal: $form:expr => $about:expr),+ $(,)?) => {
        &[$($crate::game::PositionField { name: $name, form: $form, about: $about }),+]
    };
}

/// Gives an encoding its ranges of numbers, each as `count => "actions": "number"`.
macro_rules! spans {
    ($($count:expr => $actions:literal: $number:literal),+ $(,)?) => {
        const SPANS: &'static [$crate::game::encoding::NumberSpan] =
            &[$($crate::game::encoding::NumberSpan { count: $count, actions: $actions, number: $number }),+];
    };
}

/// Lets actions be parsed, each by a parser, with what an error says was expected. If outcomes of chance are among them,
/// what was expected of text that begins with `@` comes last.
macro_rules! readable {
    ($($action:ty: $parser:expr, $expected:expr $(, $outcome:expr)?;)+) => {
        $(
            impl std::str::FromStr for $action {
                type Err = $crate::game::UnreadableError;

                fn from_str(text: &str) -> Result<Self, Self::Err> {
                    let expected = $expected;
                    $(let expected = if text.starts_with('@') { $outcome } else { expected };)?
                    $crate::board::text::action(text, $parser, expected)
                }
            }
        )+
    };
}
