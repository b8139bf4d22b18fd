--  Ada's types: ranges, modular and enumerated ones, unconstrained arrays, records with variants, tagged types.
package Ships is

   type Kind is (Tug, Ferry, 'X');
   type Percent is range 0 .. 100;
   type Byte is mod 256;
   type Money is delta 0.25 range -100.0 .. 100.0;
   type Price is delta 0.01 digits 8;
   subtype Small is Integer range -5 .. 5;
   type Days is (Mon, Tue, Wed);
   for Days use (Mon => 1, Tue => 4, Wed => 9);

   type Numbers is array (Positive range <>) of Integer;
   type Grid is array (1 .. 2, Days) of Float;
   type Flags is array (0 .. 7) of Boolean;
   pragma Pack (Flags);
   type Numbers_Access is access Numbers;

   type Cargo (Of_Kind : Kind := Tug) is record
      Weight : Integer;
      case Of_Kind is
         when Tug => Power : Float;
         when Ferry => Seats : Percent; Name : String (1 .. 4);
         when others => null;
      end case;
   end record;

   type Sized (Length : Natural) is record
      Text : String (1 .. Length);
      Last : Byte;
   end record;

   type Ship is tagged record
      Age : Small := 2;
      Next : access Ship'Class;
   end record;
   function Speed (Self : Ship; By : Integer) return Integer;

   type Fast is new Ship with record
      Extra : Long_Float := 1.5;
   end record;
   overriding function Speed (Self : Fast; By : Integer) return Integer;

   Visits : Integer := 7;
   Motto : constant String := "ahoy";

   procedure Mark (Value : Integer);
   procedure Arrays (Count : in out Integer; Values : Numbers; Word : String);
   procedure Records (First : in out Ship'Class; Held : Cargo);

end Ships;
