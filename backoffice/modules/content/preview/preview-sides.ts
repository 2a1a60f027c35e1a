import { withQueryParams } from '#backoffice/kit/router/address.tsx'

/** Two previews are compared. The choices of the second one are in the address under a prefix. */
export const SIDES = ['a', 'b'] as const
export type Side = (typeof SIDES)[number]

const PREFIX = 'b.'

/** The choices of one side. What the second side leaves open is as on the first. */
export function choicesOf(query: URLSearchParams, side: Side): URLSearchParams {
  const own = [...query].filter(([name]) => name.startsWith(PREFIX))
  const choices = new URLSearchParams([...query].filter(([name]) => !name.startsWith(PREFIX)))
  if (side === 'a') return choices
  for (const [name, value] of own) choices.set(name.slice(PREFIX.length), value)
  return choices
}

/** Changes of a side, as parts of the address. A choice that the second side clears stays cleared. */
export const partsOf = (
  side: Side,
  parts: Record<string, string | null>,
): Record<string, string | null> =>
  side === 'a'
    ? parts
    : Object.fromEntries(Object.entries(parts).map(([name, value]) => [PREFIX + name, value]))

/** The choices of one side alone, as the address of a preview in a tab of its own. */
export const addressOf = (choices: URLSearchParams, channel: string) =>
  withQueryParams(choices, { channel, compare: null, device: null })
