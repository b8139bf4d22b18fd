// Searches a text with regular expressions, a set of them, and replaces what is found.
extern crate regex;

use regex::{Captures, Regex, RegexSet};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
enum Found {
    Date { year: u16, month: u8 },
    Word(String),
    Nothing,
}

struct Reader<'a> {
    date: Regex,
    word: Regex,
    text: &'a str,
    seen: BTreeMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Reader<'a>, regex::Error> {
        let date = Regex::new(r"(?P<year>\d{4})-(?P<month>\d{2})")?;
        let word = Regex::new(r"(?i)\b[a-zäöü]+(?:'s)?\b")?;
        Ok(Reader { date, word, text, seen: BTreeMap::new() })
    }

    fn read(&mut self) -> Vec<Found> {
        let mut all: Vec<Found> = Vec::new();
        for captures in self.date.captures_iter(self.text) {
            all.push(date_of(&captures));
        }
        for word in self.word.find_iter(self.text) {
            *self.seen.entry(word.as_str().to_lowercase()).or_insert(0) += 1;
            all.push(Found::Word(word.as_str().to_owned()));
        }
        if all.is_empty() {
            all.push(Found::Nothing);
        }
        all
    }
}

fn date_of(captures: &Captures) -> Found {
    let number = |name: &str| captures.name(name).and_then(|part| part.as_str().parse::<u16>().ok());
    match (number("year"), number("month")) {
        (Some(year), Some(month)) => Found::Date { year, month: month as u8 },
        _ => Found::Nothing,
    }
}

fn main() {
    let text = "In 2024-05 a tree's leaves, Bäume and a QUEUE; since 1999-12 the tree was a tree.";
    let mut reader = Reader::new(text).expect("patterns");
    let found = reader.read();
    println!("{} {:?}", found.len(), &found[..4]);
    println!("{:?}", reader.seen);
    let set = RegexSet::new([r"^\s*$", r"\p{Lu}{3,}", r"(a|b)*c+?", r"[[:digit:]]{5}"]).unwrap();
    println!("{:?}", set.matches(text).into_iter().collect::<Vec<_>>());
    let swapped = Regex::new(r"(\w+) (\w+)").unwrap().replace_all(text, "$2 $1");
    println!("{}", swapped);
    println!("{:?}", Regex::new(r"(unclosed").map(|_| ()));
    let words: Vec<String> = Regex::new(r"[,;.]\s*").unwrap().split(text).map(String::from).collect();
    println!("{:?}", words);
}
