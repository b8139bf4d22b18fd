package body Ships is

   procedure Mark (Value : Integer) is
   begin
      Visits := Visits + Value;
   end Mark;

   function Speed (Self : Ship; By : Integer) return Integer is
   begin
      Mark (By);
      return Self.Age * By;
   end Speed;

   overriding function Speed (Self : Fast; By : Integer) return Integer is
   begin
      Mark (By + 1);
      return Integer (Self.Extra) + By;
   end Speed;

   procedure Arrays (Count : in out Integer; Values : Numbers; Word : String) is
      Local : Numbers (2 .. Values'Length + 1) := Values;
      Fixed : Numbers (1 .. 3) := (10, 20, 30);
      Table : Grid := (others => (0.5, 1.5, 2.5));
      Bits : Flags := (0 | 3 => True, others => False);
      Held : Numbers_Access := new Numbers'(7, 8, 9);
      None : Numbers (1 .. 0);
      Letter : Character := 'x';
      Wide : Wide_Character := Wide_Character'Val (16#DF#);
      Part : Percent := 42;
      Low : Byte := 200;
      Cost : Money := -2.75;
      Exact : Price := 12.34;
      Day : Days := Wed;
      What : Kind := 'X';
      Yes : Boolean := True;
      Big : Long_Long_Integer := 9_000_000_000;
      Text : String := Word & "!";

      procedure Inner (By : Integer) is
         Seen : Integer := Count + By;
      begin
         Mark (Seen + Local (2));
         Count := Seen;
      end Inner;
   begin
      Inner (3);
   end Arrays;

   procedure Records (First : in out Ship'Class; Held : Cargo) is
      Other : Cargo := (Of_Kind => Ferry, Weight => 3, Seats => 50, Name => "lily");
      Text : Sized := (Length => 3, Text => "abc", Last => 9);
      Swift : aliased Fast;
      Both : array (1 .. 2) of Cargo (Tug) := (others => (Tug, 5, 0.25));
      Total : Integer;
   begin
      Swift.Age := 4;
      Swift.Next := First'Unchecked_Access;
      Total := First.Speed (2) + Swift.Speed (3);
      Mark (Total + Held.Weight + Other.Weight + Text.Length + Both (1).Weight);
   end Records;

end Ships;
