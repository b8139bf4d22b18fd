// What of a function's name gives way where it has no room.
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../../webview/scopedName';

describe('the scope of a function', () => {
  it.each([
    ['main', ''],
    ['leveldb::MemTable::Add', 'leveldb::MemTable::'],
    ['(anonymous namespace)::Fill', '(anonymous namespace)::'],
    ['std::vector<a::b, c<d>>::push_back', 'std::vector<a::b, c<d>>::'],
    ['void fill<std::string>', ''],
    ['a::operator<', 'a::'],
    ['a::operator<< <std::char_traits<char> >', 'a::'],
    ['a::b::operator()', 'a::b::'],
    ['<fn(i32) -> u8 as a::Call>::call', '<fn(i32) -> u8 as a::Call>::'],
    ['my::operators::run', 'my::operators::'],
    ['Key(int)::{lambda(std::string)#1}::operator()', 'Key(int)::{lambda(std::string)#1}::'],
    [
      '<core::option::Option<T> as core::clone::Clone>::clone',
      '<core::option::Option<T> as core::clone::Clone>::',
    ],
  ])('%s', (name, scope) => {
    expect(scopeOf(name)).toBe(scope);
  });
});
