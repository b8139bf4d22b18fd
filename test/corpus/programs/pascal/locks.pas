{ Pascal's types and operators: records, pointers, arrays with bounds of their own, subranges, sets, strings. }
program locks;
type
  Level = 10..90;
  Gate = (Shut, Ajar, Open);
  Gates = set of Gate;
  Name = string[15];
  BasinAt = ^Basin;
  Basin = record
    Depth: Integer;
    Area: Double;
    Side: Gate;
    Label_: Name;
    Next: BasinAt;
  end;
  Table = array[1..3, -1..0] of LongInt;
var
  Count: LongInt = 7;
  Ratio: Double = 2.5;
  Heights: array[2..5] of SmallInt = (11, 22, 33, 44);
  Both: Table = ((1, 2), (3, 4), (5, 6));
  First, Last: Basin;
  Top: BasinAt;
  Now: Gate = Ajar;
  Seen: Gates = [Shut, Open];
  Ready: Boolean = True;
  Mark: Char = 'x';
  Mean: Level = 42;
  Big: Int64 = 9000000000;
  Small: Byte = 200;

function Fill(At: BasinAt; By: LongInt): LongInt;
var
  Total: LongInt;

  procedure Add(Step: LongInt);
  var
    Local: LongInt;
  begin
    Local := Step * 2;
    Total := Total + Local;
  end;

begin
  Total := At^.Depth;
  Add(By);
  Fill := Total;
end;

begin
  First.Depth := 3; First.Area := 1.5; First.Side := Open; First.Label_ := 'upper'; First.Next := @Last;
  Last.Depth := 9; Last.Area := 0.25; Last.Side := Shut; Last.Label_ := 'lower'; Last.Next := nil;
  Top := @First;
  Count := Fill(Top, 4);
end.
