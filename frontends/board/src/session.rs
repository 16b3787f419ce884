//! A connected page: it presents its key, then receives every change and may act.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::{
    sync::{Semaphore, watch},
    time::{Instant, sleep_until, timeout},
};
use uvi::{FromHost, Words};

use crate::{
    callers::Caller,
    hall::{Access, Hall},
    key::Key,
    table::{BoardTable, PageCopy, TableRole},
    talk::{PageMessage, PageRequest, Paper, TableOrder},
};

/// The time for a page to present its key.
const GREETING: Duration = Duration::from_secs(10);

/// The time for a page to read a message. A slower page is disconnected and will reconnect.
const READING: Duration = Duration::from_secs(20);

/// The time to drain messages from a page that is sent away.
const PARTING: Duration = Duration::from_secs(2);

/// The minimum interval between views sent to a page, on average. Bots may play a thousand actions in that time.
const PAUSE: Duration = Duration::from_millis(40);

/// The least interval between two states of the hall.
const HALL_PAUSE: Duration = Duration::from_millis(500);

/// The time in which a page that comes to the hall may ask for a table, before it is sent pictures.
const PASSING: Duration = Duration::from_millis(50);

/// The maximum number of views sent in a burst: a click, its result, and the replies of others.
const AT_ONCE: u32 = 4;

/// The time to collect events that happen together, so that one view shows them.
const TOGETHER: Duration = Duration::from_millis(1);

const PING: Duration = Duration::from_secs(25);

/// The maximum number of messages that a page may send in a burst.
const WISHES: f64 = 40.0;
/// The maximum number of messages that a page may send in a second, on average.
const WISHES_PER_SECOND: f64 = 20.0;

enum SessionEnd {
    /// The page has left or cannot be reached.
    Left,
    Sent(&'static str),
}

struct KnownPage {
    socket: WebSocket,
    hall: Arc<Hall>,
    access: Access,
    seat: Option<PageSeat>,
    /// The numbers of changes before the pictures of tables that the page has, by table.
    pictures: BTreeMap<String, u64>,
    /// The time of the next picture; `None` if the page has all.
    picture_due: Option<Instant>,
    strengths: Option<Arc<str>>,
    /// The table at which this page has asked a bot for advice.
    asks: Option<Arc<BoardTable>>,
    wishes: f64,
    counted: Instant,
}

struct PageSeat {
    table: Arc<BoardTable>,
    part: TableRole,
    changes: watch::Receiver<u64>,
    look: Option<u32>,
    /// The parts of the table that the page already has.
    has: PageCopy,
    /// The earliest time of the next view if views were evenly spaced.
    next: Instant,
}

/// Serves a page until it leaves. Refuses a page without a valid key, or if `room` is full.
pub async fn serve(mut socket: WebSocket, hall: &Arc<Hall>, caller: &Caller, room: &Semaphore) {
    let access = match timeout(GREETING, greeted(&mut socket, hall)).await {
        Ok(Ok(access)) => access,
        Ok(Err(end)) => return part(socket, end).await,
        Err(_) => return part(socket, SessionEnd::Sent("expected a hello message, none came")).await,
    };
    let Ok(_place) = room.try_acquire() else {
        return part(socket, SessionEnd::Sent("too many pages are connected; close one")).await;
    };
    caller.has_shown_its_key();
    let mut page = KnownPage {
        socket,
        hall: hall.clone(),
        access,
        seat: None,
        pictures: BTreeMap::new(),
        picture_due: None,
        strengths: None,
        asks: None,
        wishes: WISHES,
        counted: Instant::now(),
    };
    let Err(end) = page.work().await;
    page.hush().await;
    part(page.socket, end).await;
}

async fn part(mut socket: WebSocket, end: SessionEnd) {
    if let SessionEnd::Sent(text) = end {
        let said = PageMessage::Closed { text: text.to_owned() };
        let _ = timeout(READING, send(&mut socket, &said)).await;
        let frame = CloseFrame { code: close_code::POLICY, reason: text.into() };
        let _ = timeout(READING, socket.send(Message::Close(Some(frame)))).await;
        // If the connection were closed with unread input, it would be reset, and the page would lose the last message.
        let unread = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(PARTING, unread).await;
    }
}

async fn greeted(socket: &mut WebSocket, hall: &Hall) -> Result<Access, SessionEnd> {
    match heard(socket).await? {
        Some(Ok(PageRequest::Hello { key })) => hall
            .access(&Key::said(&key))
            .ok_or(SessionEnd::Sent("this link is not valid; perhaps the board was restarted")),
        Some(_) | None => Err(SessionEnd::Sent("expected a hello message first")),
    }
}

/// The next message; `None` for control frames.
async fn heard(socket: &mut WebSocket) -> Result<Option<Result<PageRequest, String>>, SessionEnd> {
    match socket.recv().await {
        Some(Ok(Message::Text(text))) => Ok(Some(serde_json::from_str(&text).map_err(|error| error.to_string()))),
        Some(Ok(Message::Binary(_))) => Ok(Some(Err("expected a text message".to_owned()))),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(SessionEnd::Left),
    }
}

async fn send(socket: &mut WebSocket, said: &PageMessage) -> Result<(), SessionEnd> {
    // Serialization cannot fail: all map keys are strings.
    let text = serde_json::to_string(said).map_err(|_| SessionEnd::Left)?;
    match timeout(READING, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(SessionEnd::Left),
    }
}

impl KnownPage {
    async fn work(&mut self) -> Result<Infallible, SessionEnd> {
        send(&mut self.socket, &PageMessage::Words { variants: self.hall.words.clone() }).await?;
        match self.access.clone() {
            Access::Owner => self.show_hall().await?,
            Access::At(name, part) => self.sit_at(&name, part).await?,
        }
        let mut hall = self.hall.changes();
        let (mut due, mut hall_due, mut next_hall) = (None, None, Instant::now());
        let mut ping = Instant::now() + PING;
        loop {
            let in_hall = self.seat.is_none();
            // A page at a game of the tournament also hears of the tournament.
            let follows = self.seat.as_ref().is_some_and(|seat| seat.table.is_of_tournament());
            let picture_due = self.picture_due.filter(|_| in_hall);
            let table = self.seat.as_mut().map(|seat| &mut seat.changes);
            tokio::select! {
                message = heard(&mut self.socket) => {
                    if let Some(wish) = message? {
                        self.count()?;
                        self.obey(wish).await?;
                    }
                }
                () = changed(table), if due.is_none() => {
                    let early = self.seat.as_ref().and_then(|seat| seat.next.checked_sub(AT_ONCE * PAUSE));
                    let soon = Instant::now() + TOGETHER;
                    due = Some(early.map_or(soon, |early| early.max(soon)));
                }
                () = sleep_until(due.unwrap_or(ping)), if due.is_some() => {
                    due = None;
                    self.show_table().await?;
                }
                changed = hall.changed(), if hall_due.is_none() && (in_hall || follows) => {
                    changed.map_err(|_| SessionEnd::Left)?;
                    hall_due = Some(next_hall);
                }
                () = sleep_until(hall_due.unwrap_or(ping)), if hall_due.is_some() => {
                    hall_due = None;
                    if in_hall { self.show_hall().await? } else { self.show_course().await? }
                    next_hall = Instant::now() + HALL_PAUSE;
                }
                // One at a time, so that the page is heard meanwhile.
                () = sleep_until(picture_due.unwrap_or(ping)), if picture_due.is_some() => {
                    let picture = self.hall.next_picture(&mut self.pictures).await;
                    self.picture_due = picture.as_ref().map(|_| Instant::now());
                    if let Some(picture) = picture {
                        send(&mut self.socket, &picture).await?;
                    }
                }
                () = sleep_until(ping) => {
                    ping = Instant::now() + PING;
                    let sent = timeout(READING, self.socket.send(Message::Ping(Vec::new().into()))).await;
                    sent.map_err(|_| SessionEnd::Left)?.map_err(|_| SessionEnd::Left)?;
                }
            }
        }
    }

    /// Limits the rate of messages; a page that sends too many is sent away.
    fn count(&mut self) -> Result<(), SessionEnd> {
        let now = Instant::now();
        self.wishes = WISHES.min(self.wishes + (now - self.counted).as_secs_f64() * WISHES_PER_SECOND) - 1.0;
        self.counted = now;
        if self.wishes < 0.0 { Err(SessionEnd::Sent("too many messages")) } else { Ok(()) }
    }

    async fn obey(&mut self, wish: Result<PageRequest, String>) -> Result<(), SessionEnd> {
        let done = match wish {
            Ok(PageRequest::Hello { .. }) => Err("hello was already said".to_owned()),
            Ok(
                PageRequest::Make(_)
                | PageRequest::Open { .. }
                | PageRequest::Remove { .. }
                | PageRequest::Again
                | PageRequest::Report
                | PageRequest::Watch { .. }
                | PageRequest::Leave,
            ) if self.access != Access::Owner => Err("this link is only for one table".to_owned()),
            Ok(PageRequest::Remove { table }) => self.hall.remove(&table).await.map(|()| None),
            Ok(PageRequest::Make(order)) => return self.sit(self.hall.make(order).await, TableRole::Owner).await,
            Ok(PageRequest::Again) => match self.next_order() {
                Some(order) => return self.sit(self.hall.make(order).await, TableRole::Owner).await,
                None => Err("this table cannot play again now".to_owned()),
            },
            Ok(PageRequest::Open { table }) => return self.sit_at(&table, TableRole::Owner).await,
            Ok(PageRequest::Watch { game }) => return self.sit(self.hall.watch(game).await, TableRole::Watch).await,
            Ok(PageRequest::Report) => self.hall.report().map(|path| Some(PageMessage::Paper { what: "report", path })),
            Ok(PageRequest::Leave) => {
                self.seat = None;
                self.hush().await;
                return self.show_hall().await;
            }
            Ok(other) => {
                self.await_table().await?;
                self.at_table(other).await
            }
            Err(text) => Err(format!("expected a message as JSON: {text}")),
        };
        match done {
            Ok(None) => Ok(()),
            Ok(Some(said)) => send(&mut self.socket, &said).await,
            Err(text) => send(&mut self.socket, &PageMessage::Refused { text }).await,
        }
    }

    /// The order for another game of the players of this table. `None` if its game is not over.
    fn next_order(&self) -> Option<TableOrder> {
        let table = &self.seat.as_ref()?.table;
        table.setting.again.clone().filter(|_| table.is_over())
    }

    /// Waits until the match of the table is resumed, and shows it.
    async fn await_table(&mut self) -> Result<(), SessionEnd> {
        let Some(seat) = self.seat.as_mut().filter(|seat| seat.table.is_awaited()) else { return Ok(()) };
        // This cannot fail: the table sends the changes.
        let _ = seat.changes.wait_for(|_| !seat.table.is_awaited()).await;
        self.show_table().await
    }

    async fn at_table(&mut self, wish: PageRequest) -> Result<Option<PageMessage>, String> {
        let seat = self.seat.as_mut().ok_or("open a table first")?;
        let own = seat.table.own(&seat.part);
        let owns = |number: u32| {
            if own.contains(&number) { Ok(()) } else { Err(format!("seat {number} is not yours")) }
        };
        let match_name = seat.table.setting.name.clone();
        let lines = match wish {
            PageRequest::Look { seat: number } => {
                owns(number)?;
                seat.look = Some(number);
                seat.changes.mark_changed();
                return Ok(None);
            }
            PageRequest::Play { seat: number, action } => {
                owns(number)?;
                let actions = Words::new(&action).filter(|words| !words.is_empty()).ok_or("expected an action")?;
                seat.look = None;
                let done = seat.table.play(&self.hall.link, number, actions).await;
                if done.is_err() {
                    // The page has discarded its list of actions, so it needs a new one.
                    seat.has.seen = None;
                }
                return done.map(|()| None).map_err(|failure| failure.to_string());
            }
            PageRequest::Past { plies } => {
                let look = seat.table.looks_from(&seat.part, seat.look);
                return self.hall.past(&seat.table, &seat.part, look, plies).await.map(Some);
            }
            PageRequest::Fetch { what } => {
                let word = match what {
                    Paper::Log => "log",
                    Paper::Replay => "replay",
                    Paper::Rules => "rules",
                };
                let path = self.hall.papers.put(&seat.table, &seat.part, what);
                return path.map(|path| Some(PageMessage::Paper { what: word, path }));
            }
            PageRequest::Debug { on } if seat.part == TableRole::Owner => {
                seat.table.debug(on);
                return Ok(None);
            }
            PageRequest::Resign { seat: number } => {
                owns(number)?;
                FromHost::Resign { name: match_name, seat: number }
            }
            PageRequest::Undo => {
                if !seat.table.setting.takeback {
                    return Err("moves cannot be taken back at this table".to_owned());
                }
                if own.is_empty() {
                    return Err("only a player can take moves back".to_owned());
                }
                return seat.table.undo(&self.hall.link, &own).await.map(|()| None);
            }
            PageRequest::Analyse { bot, seat: number } if seat.part == TableRole::Owner => {
                number.map_or(Ok(()), owns)?;
                self.hall.analyse(&seat.table, &bot, number).await?;
                self.asks = Some(seat.table.clone());
                return Ok(None);
            }
            PageRequest::Hush if seat.part == TableRole::Owner => {
                self.hall.hush(&seat.table).await;
                return Ok(None);
            }
            PageRequest::Stop if seat.part == TableRole::Owner => FromHost::Stop(match_name),
            PageRequest::Stop | PageRequest::Debug { .. } | PageRequest::Analyse { .. } | PageRequest::Hush => {
                return Err("only the owner of the table can do that".to_owned());
            }
            PageRequest::Hello { .. }
            | PageRequest::Make(_)
            | PageRequest::Open { .. }
            | PageRequest::Remove { .. }
            | PageRequest::Again
            | PageRequest::Leave
            | PageRequest::Watch { .. }
            | PageRequest::Report => {
                return Ok(None);
            }
        };
        self.hall.link.ask(vec![lines]).await.map(|_| None).map_err(|failure| failure.to_string())
    }

    async fn sit_at(&mut self, name: &str, part: TableRole) -> Result<(), SessionEnd> {
        self.sit(self.hall.table(name).ok_or_else(|| format!("no table {name:?}")), part).await
    }

    async fn sit(&mut self, table: Result<Arc<BoardTable>, String>, part: TableRole) -> Result<(), SessionEnd> {
        let table = match table {
            Ok(table) => table,
            Err(text) => return send(&mut self.socket, &PageMessage::Refused { text }).await,
        };
        let changes = table.changes();
        let next = Instant::now();
        self.seat = Some(PageSeat { table, part, changes, look: None, has: PageCopy::default(), next });
        self.hush().await;
        self.show_table().await
    }

    /// Stops the bot that this page has asked for advice.
    async fn hush(&mut self) {
        if let Some(table) = self.asks.take() {
            self.hall.hush(&table).await;
        }
    }

    async fn show_hall(&mut self) -> Result<(), SessionEnd> {
        self.show_course().await?;
        send(&mut self.socket, &self.hall.list()).await?;
        let strengths = self.hall.strengths();
        if strengths != self.strengths {
            let plot = strengths.as_deref().map(str::to_owned);
            send(&mut self.socket, &PageMessage::Strengths { plot }).await?;
            self.strengths = strengths;
        }
        self.picture_due = Some(Instant::now() + PASSING);
        Ok(())
    }

    /// Shows the state of the tournament. A page that shows a game gets no pictures of the others.
    async fn show_course(&mut self) -> Result<(), SessionEnd> {
        let Some(mut course) = self.hall.course() else { return Ok(()) };
        if self.seat.is_some() {
            course.boards.iter_mut().for_each(|board| board.picture.clear());
        }
        send(&mut self.socket, &PageMessage::Course(Box::new(course))).await
    }

    async fn show_table(&mut self) -> Result<(), SessionEnd> {
        // A table comes back with all that it had: until then a page that has it keeps what it shows.
        let Some(seat) = self.seat.as_mut().filter(|seat| !seat.table.is_awaited()) else { return Ok(()) };
        seat.next = seat.next.max(Instant::now()) + PAUSE;
        let said = match seat.table.view(&self.hall.link, &seat.part, seat.look, seat.has).await {
            Ok((view, has)) => {
                seat.has = has;
                PageMessage::Table(Box::new(view))
            }
            Err(failure) => PageMessage::Refused { text: failure.to_string() },
        };
        send(&mut self.socket, &said).await
    }
}

/// Waits for a change at a table; waits for ever without a table.
async fn changed(table: Option<&mut watch::Receiver<u64>>) {
    let gone = match table {
        Some(changes) => changes.changed().await.is_err(),
        None => true,
    };
    if gone {
        std::future::pending().await
    }
}
