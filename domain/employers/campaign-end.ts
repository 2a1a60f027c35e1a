/** The last day of a campaign or, once it is over, the last day of its codes. */
export const nextEnd = ({
  last_day,
  closed,
  codes_until,
}: {
  last_day: string | null
  /** The last day is past. */
  closed: boolean
  codes_until: string | null
}) => (closed ? codes_until : last_day)
