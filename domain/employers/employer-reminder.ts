/** Asked for by an employer, one of its campaign goes out in so many days. */
export const REMIND_EVERY_DAYS = 14

/** A reminder is sent within these hours to all recipients that the reminder rules allow, then it ends. */
export const REMIND_WITHIN_HOURS = 24

/** The moment from which another one may be asked for. */
export const nextReminder = (asked: Date): Date =>
  new Date(asked.getTime() + REMIND_EVERY_DAYS * 86_400_000)
