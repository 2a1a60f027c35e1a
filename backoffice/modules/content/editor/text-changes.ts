import type { StaffInput } from '#contract/client.staff.ts'
import type { Conflict } from '#contract/content/release-change.ts'

type Sent = NonNullable<StaffInput<'changeRelease'>['changes']>[number]
type Value = Record<string, unknown> | null

/** Unsaved changes, by the subject name that releases use. */
export type Typed = {
  kind: Sent['kind']
  key: Record<string, unknown>
  /** The value and version when typing started. They detect changes of other users. */
  before: Value
  /** The fallback that was shown without a value: the shared text or one in another language. */
  inherited?: string | undefined
  base_version: number
  after: Value
  /** The change of the draft that was seen, and of which draft. */
  seen: { release: string; version: number } | null
}
export type TypedChanges = Record<string, Typed | undefined>
export type TypedEntries = [subject: string, Typed][]

export const entriesOf = (typed: TypedChanges): TypedEntries =>
  Object.entries(typed).flatMap(([subject, change]) => (change ? [[subject, change]] : []))

/** The value that was shown when the user started to type. */
export const initialValue = ({ before, inherited }: Typed): Value =>
  before ?? (inherited ? { value: inherited } : null)

export const toSend = ({ kind, key, base_version, after, seen }: Typed, release: string): Sent =>
  ({
    kind,
    key,
    base_version,
    after,
    ...(seen?.release === release ? { change_version: seen.version } : {}),
  }) as unknown as Sent

/** Rebases the user's text on the other user's version after the user has seen it. */
export const acceptTheirs = (
  typed: Typed,
  { theirs, version, change_version }: Conflict,
  release: string,
  after: Value = typed.after,
): Typed => ({
  ...typed,
  before: theirs,
  base_version: version,
  after,
  seen: change_version === null ? null : { release, version: change_version },
})
