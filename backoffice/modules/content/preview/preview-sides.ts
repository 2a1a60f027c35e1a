import { withQueryParams } from '#backoffice/kit/router/address.tsx'

/** Two previews are compared. The choices of the second one are in the address under a prefix. */
export const SIDES = ['a', 'b'] as const
export type Side = (typeof SIDES)[number]

const PREFIX = 'b.'

/** The choices of one side. The second side has the choices of the first one unless it has its own. */
export function choicesOf(query: URLSearchParams, side: Side): URLSearchParams {
  const secondChoices = [...query].filter(([name]) => name.startsWith(PREFIX))
  const choices = new URLSearchParams([...query].filter(([name]) => !name.startsWith(PREFIX)))
  if (side === 'a') return choices
  for (const [name, value] of secondChoices) choices.set(name.slice(PREFIX.length), value)
  return choices
}

/** Changes of a side as parts of the address. */
export const partsOf = (
  side: Side,
  parts: Record<string, string | null>,
): Record<string, string | null> =>
  side === 'a'
    ? parts
    : Object.fromEntries(Object.entries(parts).map(([name, value]) => [PREFIX + name, value]))

/** The choices of one side as the query for a preview in a new tab. */
export const addressOf = (choices: URLSearchParams, channel: string) =>
  withQueryParams(choices, { channel, compare: null, device: null })
