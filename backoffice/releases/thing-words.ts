import { blockName } from '#backoffice/words/use-text-names.ts'
import { thingName } from '#backoffice/words/thing-names.ts'
import type { Say } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'

/** One thing that releases change, as it is named on the wire. */
export type Thing = Pick<DeskAnswer<'release'>['changes'][number], 'kind' | 'key' | 'subject'>

const partOf = ({ key }: Pick<Thing, 'key'>, name: string): string => {
  const value = key[name]
  return typeof value === 'string' ? value : ''
}

export const channelOfThing = (thing: Pick<Thing, 'key'>) => partOf(thing, 'channel')

/** '' where it has none, or says the same in all. */
export const languageOfThing = (thing: Pick<Thing, 'key'>) => partOf(thing, 'language')

/** The page that it stands on, or what else it is a part of. */
export function placeOfThing(say: Say, thing: Thing): string {
  switch (thing.kind) {
    case 'content':
      return thingName(say, partOf(thing, 'path'))
    case 'mail':
      return `${say('release.kind.mail')} ${partOf(thing, 'mail')}`
    case 'navigation':
    case 'tile':
    case 'channel':
      return say(`release.kind.${thing.kind}`)
  }
}

/** Which one of its place. */
export function nameOfThing(thing: Thing, nameText: (key: string) => string): string {
  switch (thing.kind) {
    case 'content': {
      const [block, key] = [partOf(thing, 'block'), partOf(thing, 'key')]
      const name = nameText(key)
      return block === '' ? name : `${blockName(nameText, block)} · ${name}`
    }
    case 'mail':
      return nameText(partOf(thing, 'key'))
    case 'navigation':
      return partOf(thing, 'id')
    case 'tile':
      return `${partOf(thing, 'tile')} ${partOf(thing, 'id')}`
    case 'channel':
      return partOf(thing, 'field')
  }
}

/** All of it in one line, for whoever does not see what it stands under. */
export const wholeName = (say: Say, thing: Thing, nameText: (key: string) => string): string =>
  [
    channelOfThing(thing),
    placeOfThing(say, thing),
    nameOfThing(thing, nameText),
    languageOfThing(thing),
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Where its versions are. */
export const versionsAddress = (thing: Thing): string =>
  `/desk/content/versions?${new URLSearchParams({
    channel: channelOfThing(thing),
    kind: thing.kind,
    subject: thing.subject,
  }).toString()}`
