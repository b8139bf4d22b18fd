// Reads, alters and writes JSON.
extern crate serde;
extern crate serde_json;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{json, Map, Value};
use std::fmt;

#[derive(Debug)]
enum Problem {
    Syntax(serde_json::Error),
    Missing(&'static str),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Syntax(error) => write!(f, "line {}: {}", error.line(), error),
            Problem::Missing(name) => write!(f, "{} is missing", name),
        }
    }
}

struct Book<'a> {
    title: &'a str,
    price: f64,
    pages: Option<u32>,
}

impl<'a> Serialize for Book<'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut state = serializer.serialize_struct("Book", 3)?;
        state.serialize_field("title", self.title)?;
        state.serialize_field("price", &self.price)?;
        state.serialize_field("pages", &self.pages)?;
        state.end()
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn book(text: &str) -> Result<String, Problem> {
    let value: Value = serde_json::from_str(text).map_err(Problem::Syntax)?;
    let title = value["title"].as_str().ok_or(Problem::Missing("title"))?;
    let book = Book {
        title,
        price: value["price"].as_f64().unwrap_or(0.0),
        pages: value["pages"].as_u64().map(|pages| pages as u32),
    };
    serde_json::to_string_pretty(&book).map_err(Problem::Syntax)
}

fn main() {
    let texts = [
        r#"{"title": "Trees", "price": 12.5, "pages": 320, "tags": ["a", {"b": [1, -2, 1e3]}]}"#,
        r#"{"title": "B\u00e4ume\n", "price": 1e-3}"#,
        r#"{"price": 1}"#,
        r#"{"title": "unclosed", "#,
    ];
    for text in texts.iter() {
        match book(text) {
            Ok(written) => println!("{}", written),
            Err(problem) => println!("{} {:?}", problem, problem),
        }
    }
    let mut all = Map::new();
    for (index, text) in texts.iter().enumerate() {
        let value = serde_json::from_str(text).unwrap_or(Value::Null);
        all.insert(format!("book{}", index), value);
    }
    let mut document = json!({"books": all, "open": true, "rooms": [1, 2.5, "three", null]});
    document["books"]["book0"]["tags"][1]["b"][0] = Value::from(u64::MAX);
    println!("{} {}", depth(&document), document);
    println!("{:?}", document.pointer("/books/book0/tags/1/b"));
}
