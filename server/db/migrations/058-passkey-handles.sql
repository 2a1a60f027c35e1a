-- By what a passkey knows whose it is. It was made of the pepper before, and moved with it.
alter table staff add column passkey_handle uuid not null unique default gen_random_uuid();
