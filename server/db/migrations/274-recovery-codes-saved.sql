-- The session that recovery codes were shown to, until it confirms that they are saved. On the row of the app.
alter table staff_factor add column codes_shown_to uuid;
