-- Runs beside: 0.2.0
-- The desk finds a parcel by its tracking number, as the carrier or the customer writes it.
create index orders_tracking on orders (upper(replace(tracking, ' ', ''))) where tracking <> '';
