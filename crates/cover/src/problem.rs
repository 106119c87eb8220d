//! Exact-cover problems with colours: items, options, and a builder that checks them.
//!
//! Source of the terms: Knuth, TAOCP 4B, section 7.2.2.1. Every primary item must be covered exactly
//! once. A secondary item may be left uncovered, and be covered by several options if all of them
//! give it the same colour; a secondary item without a colour is covered at most once.

use std::collections::HashMap;

/// Largest number of items, options, and members of all options together.
pub const MAX_SIZE: usize = 1 << 30;

/// One item of an option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Index of the item, primary items first.
    pub item: u32,
    /// Colour the option gives it: an index into [`Problem::colours`], or 0 for none.
    pub colour: u32,
}

/// Why a problem could not be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProblemError {
    /// A name that the text format could not hold.
    #[error("{what} name `{name}`: expected at least one character and none of space, `:` and `|`")]
    Name {
        /// "item" or "colour".
        what: &'static str,
        /// The name, shortened and escaped.
        name: String,
    },
    /// An item declared twice.
    #[error("item `{name}` is declared twice: expected every item once")]
    Declared {
        /// The item.
        name: String,
    },
    /// A primary item after a secondary one.
    #[error("primary item `{name}` comes after a secondary one: expected primary items first")]
    Late {
        /// The item.
        name: String,
    },
    /// An option names an item that was not declared.
    #[error("unknown item `{name}`: expected one of the {items} items declared")]
    Unknown {
        /// The name or number used.
        name: String,
        /// How many items there are.
        items: usize,
    },
    /// An option names an item twice.
    #[error("item `{name}` occurs twice in one option: expected every item once")]
    Twice {
        /// The item.
        name: String,
    },
    /// A colour on a primary item.
    #[error("primary item `{name}` has a colour: expected colours on secondary items only")]
    Coloured {
        /// The item.
        name: String,
    },
    /// A colour index nobody declared.
    #[error("colour {colour} of item `{name}`: expected an index below {colours}")]
    Colour {
        /// The item.
        name: String,
        /// The index.
        colour: u32,
        /// Colours there are, none included.
        colours: usize,
    },
    /// An option without items.
    #[error("an option without items: expected at least one")]
    Empty,
    /// More than the data structures can address.
    #[error("more than {MAX_SIZE} items, options or members: expected a smaller problem")]
    Size,
}

/// A checked exact-cover problem with colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    names: Vec<String>,
    primary: usize,
    colours: Vec<String>,
    starts: Vec<u32>,
    members: Vec<Member>,
}

impl Problem {
    /// A builder without items.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Names of the items, primary ones first.
    pub fn items(&self) -> &[String] {
        &self.names
    }

    /// How many of the items are primary.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// How many of the items are secondary.
    pub fn secondary(&self) -> usize {
        self.names.len() - self.primary
    }

    /// Names of the colours; index 0 stands for no colour and is empty.
    pub fn colours(&self) -> &[String] {
        &self.colours
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no options.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of members of all options together.
    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// The members of option `index`, in the order given. Panics beyond [`Self::len`], as slices do.
    pub fn option(&self, index: usize) -> &[Member] {
        &self.members[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// All options in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[Member]> {
        (0..self.len()).map(|o| self.option(o))
    }

    /// Whether some option gives a colour.
    pub fn has_colours(&self) -> bool {
        self.members.iter().any(|m| m.colour != 0)
    }

    /// Whether the option covers a primary item. One that does not is never chosen.
    pub fn has_primary(&self, option: usize) -> bool {
        self.option(option).iter().any(|m| (m.item as usize) < self.primary)
    }

    /// An option as the text format has it: `a x:red`.
    pub fn option_text(&self, option: usize) -> String {
        let word = |m: &Member| {
            let name = &self.names[m.item as usize];
            if m.colour == 0 { name.clone() } else { format!("{name}:{}", self.colours[m.colour as usize]) }
        };
        self.option(option).iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Whether the options are an exact cover: every primary item exactly once, colours agreeing.
    /// Written from the definition, for checking what a search claims.
    pub fn is_solution(&self, options: &[u32]) -> bool {
        let mut given: Vec<Option<u32>> = vec![None; self.names.len()];
        for &option in options {
            if option as usize >= self.len() {
                return false;
            }
            for member in self.option(option as usize) {
                match given[member.item as usize].replace(member.colour) {
                    None => {}
                    Some(colour) if colour != 0 && colour == member.colour => {}
                    Some(_) => return false,
                }
            }
        }
        given[..self.primary].iter().all(Option::is_some)
    }
}

/// Collects items and options, refusing what makes no sense.
#[derive(Clone, Debug)]
pub struct Builder {
    problem: Problem,
    by_name: HashMap<String, u32>,
    by_colour: HashMap<String, u32>,
    /// For every item the last option (1-based) that named it.
    seen: Vec<u32>,
}

impl Default for Builder {
    fn default() -> Builder {
        let problem = Problem {
            names: Vec::new(),
            primary: 0,
            colours: vec![String::new()],
            starts: vec![0],
            members: Vec::new(),
        };
        Builder { problem, by_name: HashMap::new(), by_colour: HashMap::new(), seen: Vec::new() }
    }
}

/// At most 60 characters of `text`, without control characters.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}

/// Whether the text format can hold a name.
fn checked(what: &'static str, name: &str) -> Result<(), ProblemError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || c == ':' || c == '|' || c == '\u{feff}';
    if name.is_empty() || name.contains(bad) {
        return Err(ProblemError::Name { what, name: shown(name) });
    }
    Ok(())
}

impl Builder {
    /// Declares a primary item; its index. All primary items come before the secondary ones.
    pub fn primary(&mut self, name: &str) -> Result<u32, ProblemError> {
        if self.problem.primary < self.problem.names.len() {
            return Err(ProblemError::Late { name: shown(name) });
        }
        let index = self.declare(name)?;
        self.problem.primary += 1;
        Ok(index)
    }

    /// Declares a secondary item; its index.
    pub fn secondary(&mut self, name: &str) -> Result<u32, ProblemError> {
        self.declare(name)
    }

    fn declare(&mut self, name: &str) -> Result<u32, ProblemError> {
        checked("item", name)?;
        let index = self.problem.names.len();
        if index >= MAX_SIZE {
            return Err(ProblemError::Size);
        }
        if self.by_name.contains_key(name) {
            return Err(ProblemError::Declared { name: shown(name) });
        }
        self.by_name.insert(name.to_owned(), index as u32);
        self.problem.names.push(name.to_owned());
        self.seen.push(0);
        Ok(index as u32)
    }

    /// The index of a colour, declared on first use; `""` is no colour, 0.
    pub fn colour(&mut self, name: &str) -> Result<u32, ProblemError> {
        if name.is_empty() {
            return Ok(0);
        }
        if let Some(&index) = self.by_colour.get(name) {
            return Ok(index);
        }
        checked("colour", name)?;
        let index = self.problem.colours.len() as u32;
        self.problem.colours.push(name.to_owned());
        self.by_colour.insert(name.to_owned(), index);
        Ok(index)
    }

    /// The index of an item by name.
    pub fn item(&self, name: &str) -> Result<u32, ProblemError> {
        let unknown = || ProblemError::Unknown { name: shown(name), items: self.problem.names.len() };
        self.by_name.get(name).copied().ok_or_else(unknown)
    }

    /// Adds an option; its index. Nothing is added where an error is returned.
    pub fn option(&mut self, members: &[Member]) -> Result<u32, ProblemError> {
        self.option_or_member(members).map_err(|(_, error)| error)
    }

    /// [`Self::option`]; an error comes with the position of the member to blame.
    pub(crate) fn option_or_member(&mut self, members: &[Member]) -> Result<u32, (usize, ProblemError)> {
        let index = self.problem.len();
        if members.is_empty() {
            return Err((0, ProblemError::Empty));
        }
        if index >= MAX_SIZE || self.problem.members.len() + members.len() > MAX_SIZE {
            return Err((0, ProblemError::Size));
        }
        for (at, member) in members.iter().enumerate() {
            if let Err(error) = self.check(member, index as u32 + 1) {
                members[..at].iter().for_each(|m| self.seen[m.item as usize] = 0);
                return Err((at, error));
            }
        }
        self.problem.members.extend_from_slice(members);
        self.problem.starts.push(self.problem.members.len() as u32);
        Ok(index as u32)
    }

    /// Checks one member of the option with this 1-based number, and marks its item as seen.
    fn check(&mut self, member: &Member, number: u32) -> Result<(), ProblemError> {
        let items = self.problem.names.len();
        let item = member.item as usize;
        let Some(name) = self.problem.names.get(item) else {
            return Err(ProblemError::Unknown { name: item.to_string(), items });
        };
        if member.colour != 0 && item < self.problem.primary {
            return Err(ProblemError::Coloured { name: shown(name) });
        }
        let colours = self.problem.colours.len();
        if member.colour as usize >= colours {
            return Err(ProblemError::Colour { name: shown(name), colour: member.colour, colours });
        }
        if std::mem::replace(&mut self.seen[item], number) == number {
            return Err(ProblemError::Twice { name: shown(name) });
        }
        Ok(())
    }

    /// Adds an option by names: pairs of an item and its colour, `""` for none.
    pub fn named_option(&mut self, members: &[(&str, &str)]) -> Result<u32, ProblemError> {
        let found: Result<Vec<Member>, ProblemError> = members
            .iter()
            .map(|&(item, colour)| Ok(Member { item: self.item(item)?, colour: self.colour(colour)? }))
            .collect();
        self.option(&found?)
    }

    /// The problem.
    pub fn build(self) -> Problem {
        self.problem
    }
}
