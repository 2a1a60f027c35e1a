/** The day on which a campaign ends next: its last day, and after that the last day of its codes. */
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
