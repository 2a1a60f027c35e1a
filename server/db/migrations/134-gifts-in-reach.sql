-- What a holder can have for so many points is found without a look at all that the channel sells.

create index offer_in_reach on offer (channel_id, points) where active;
