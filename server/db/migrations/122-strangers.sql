-- Threads of whoever wrote by mail and is no holder known here: they have their time, too. Decision 066.
alter table service_request add column forgotten_at timestamptz;
create index service_request_stranger on service_request (channel_id, since) where voucher_id is null;
