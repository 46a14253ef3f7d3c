-- Runs beside: 0.2.0
-- What each lot has left on the shelf: the sum of its movements, which every page of the storefront would add up again. A
-- trigger keeps it, whoever writes a movement. Movements of a presentation are written under its lock, so no two
-- transactions meet at one row. The sum is taken whole, so that a backup may bring these rows before the movements.
create table lot_left (
  lot_id integer not null references lots,
  blister_id integer not null references blisters,
  units integer not null,
  primary key (lot_id, blister_id)
);
create index lot_left_blister on lot_left (blister_id);

create function keep_lot_left() returns trigger language plpgsql as $$
begin
  insert into lot_left (lot_id, blister_id, units)
    select m.lot_id, m.blister_id, sum(m.change) from lot_movements m
    where (m.lot_id, m.blister_id) in (select lot_id, blister_id from added) group by 1, 2
  on conflict (lot_id, blister_id) do update set units = excluded.units;
  return null;
end
$$;

lock table lot_movements in share row exclusive mode;
create trigger lot_movements_keep_left after insert on lot_movements
  referencing new table as added for each statement execute function keep_lot_left();
insert into lot_left (lot_id, blister_id, units)
  select lot_id, blister_id, sum(change) from lot_movements group by 1, 2;
