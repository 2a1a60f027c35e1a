-- A case that comes later is whoever's has the others of its cause, in their channel: found among those that are somebody's.

create index attention_owned on attention (kind, cause, channel_id, owned_at)
  where closed_at is null and owner_id is not null;

update attention set owner_id = theirs.owner_id, owned_at = theirs.owned_at
from (
  select distinct on (kind, cause, channel_id) kind, cause, channel_id, owner_id, owned_at from attention
  where closed_at is null and owner_id is not null
  order by kind, cause, channel_id, owned_at desc, id
) theirs
where attention.closed_at is null and attention.owner_id is null and attention.kind = theirs.kind
  and attention.cause = theirs.cause and attention.channel_id is not distinct from theirs.channel_id;
