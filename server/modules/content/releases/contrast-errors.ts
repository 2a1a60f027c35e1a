import type { ChannelKey } from '#contract/content/release-change.ts'
import type { ThemeOption } from '#domain/channels/theme.ts'
import { type ThemeState, themeStates } from '#domain/channels/theme-states.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { StoredChange } from '#server/modules/content/releases/change-keys.ts'
import { setField } from '#server/modules/content/releases/write-channel-fields.ts'

/** '' for changes that are not about a channel's fields. */
const fieldOf = ({ kind, key }: StoredChange): string =>
  kind === 'channel' ? (key as ChannelKey).field : ''

export type ContrastError = Pick<ThemeState, 'part' | 'state' | 'contrast'> & { channel: string }

/**
 * Themes of open channels that become unreadable, or less readable, with these changes, by the rules of the launch
 * check. A partial improvement is accepted.
 */
export async function contrastErrors(
  sql: Queries,
  changes: readonly StoredChange[],
): Promise<ContrastError[]> {
  const themeChanges = changes.filter((change) => fieldOf(change).startsWith('theme.'))
  if (themeChanges.length === 0) return []
  const channels = await sql<{ id: string; theme_options: ThemeOption[] }[]>`
    select id, theme_options from channel
    where state = 'open' and id = any(${[...new Set(themeChanges.map(({ channelId }) => channelId))]})
    order by id::bigint`
  return channels.flatMap(({ id, theme_options }) => {
    const row = { company: {}, organisation: {}, logo_alt: {}, theme_options }
    for (const change of themeChanges) {
      if (change.channelId !== id) continue
      setField(row, { field: fieldOf(change), value: change.after?.['value'] })
    }
    const currentStates = themeStates(theme_options)
    return themeStates(row.theme_options).flatMap(
      ({ part, state, contrast, isReadable }, index) => {
        const current = currentStates[index]
        const isImproved = current?.isReadable === false && current.contrast <= contrast
        return isReadable || isImproved ? [] : { channel: id, part, state, contrast }
      },
    )
  })
}

/** A unique name of the theme state with the error. */
export const themeStateName = ({ channel, part, state }: ContrastError) =>
  `${channel} ${part}.${state}`

export const contrastMessage = (errors: readonly ContrastError[]) =>
  `Holders could not read: ${errors
    .slice(0, 10)
    .map((error) => `${themeStateName(error)} (${error.contrast})`)
    .join(', ')}.`
