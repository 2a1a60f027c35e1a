-- What a colleague gave by hand within 24 hours is added up for every gift.
create index on points_given (staff_id, at);
