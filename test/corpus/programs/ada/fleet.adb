with Ships; use Ships;

procedure Fleet is
   Count : Integer := 4;
   Home : aliased Ship;
   Load : Cargo := (Of_Kind => Tug, Weight => 12, Power => 1.25);
begin
   Arrays (Count, (3, 1, 4), "hi");
   Records (Home, Load);
   Mark (Count);
end Fleet;
