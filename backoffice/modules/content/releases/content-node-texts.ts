import { titleOf } from '#backoffice/modules/content/releases/content-node-title.ts'
import { MANY_FIELDS } from '#backoffice/i18n/field-texts.ts'
import { COMPANY, ORGANISATION } from '#backoffice/i18n/company-fields.ts'
import { blockName } from '#backoffice/i18n/use-text-names.ts'
import { thingName } from '#backoffice/i18n/content-node-names.ts'
import type { Say } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { ChangeValue } from '#contract/content/release-change.ts'
import { allLanguages } from '#domain/language.ts'

/** One thing that releases change, as it is named on the wire. */
export type Thing = Pick<
  StaffResponse<'release'>['changes'][number],
  'kind' | 'key' | 'subject'
> & {
  before?: ChangeValue
  after?: ChangeValue
}

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

/** Which one of its place: a tile or an item of the menu by its title, to a reader of this language. */
export function nameOfThing(
  say: Say,
  thing: Thing,
  nameText: (key: string) => string,
  language = '',
): string {
  switch (thing.kind) {
    case 'content': {
      const [block, key] = [partOf(thing, 'block'), partOf(thing, 'key')]
      const name = nameText(key)
      return block === '' ? name : `${blockName(nameText, block)} · ${name}`
    }
    case 'mail':
      return nameText(partOf(thing, 'key'))
    case 'navigation':
    case 'tile':
      return titleOf(thing.after ?? thing.before ?? {}, language, partOf(thing, 'id'))
    case 'channel':
      return fieldWords(say, partOf(thing, 'field'))
  }
}

const FIELDS_OF_CHANNEL: Partial<Record<string, WordKey>> = {
  countries: 'ch.countries',
  default_language: 'ch.defaultLanguage',
  offered_languages: 'ch.languagesOffered',
  logo: 'media.logo',
  name: 'name',
  'theme.radius-s': 'ch.theme.radius-s',
  'theme.radius-m': 'ch.theme.radius-m',
  'theme.radius-l': 'ch.theme.radius-l',
}

/** As the page of the company and that of the channel call it. */
function fieldWords(say: Say, field: string): string {
  const known = [...COMPANY, ...ORGANISATION].find((one) => one === field)
  if (known) return say(`field.${known}`)
  const language = allLanguages.find((one) => field === `logo_alt.${one}`)
  if (language) return `${say('media.logo')}: ${say('alternative')}, ${say(`in.${language}`)}`
  const word = FIELDS_OF_CHANNEL[field] ?? MANY_FIELDS.find((one) => one.field === field)?.word
  return word ? say(word) : field
}

/** A part of what is said of an item of a menu, or of a picture: 'texts.nl', 'tags.0.tag' … */
export function partWords(say: Say, part: string): string {
  const [first = '', second = '', third = ''] = part.split('.')
  const language = allLanguages.find((one) => one === (third === '' ? second : third))
  const spoken = language ? `, ${say(`in.${language}`)}` : ''
  switch (first) {
    case 'texts': {
      const text = TILE_TEXTS.find((one) => one === second)
      return `${text ? say(`tileText.${text}`) : say('title')}${spoken}`
    }
    case 'tags':
      return third === 'web_menu_column' ? say('columnNumber', { number: '' }).trim() : say('tags')
    case 'banner_alt':
      return `${say('banner')}: ${say('alternative')}${spoken}`
    case 'value':
      return say('part.value')
    case 'alt':
      return say('alternative')
    case 'media':
      return say('picture')
    case 'banner':
      return say('banner')
    case 'extra':
      return say('extraTile')
    case 'parent':
      return say('part.parent')
    case 'position':
      return say('part.position')
    default:
      return part
  }
}

const TILE_TEXTS = [
  'title',
  'firstText',
  'secondText',
  'bannerText1',
  'bannerText2',
  'bannerAlt',
  'mediaAlt',
] as const

/** All of it in one line, for whoever does not see what it stands under. */
export const wholeName = (
  say: Say,
  thing: Thing,
  nameText: (key: string) => string,
  language = '',
): string =>
  [
    channelOfThing(thing),
    placeOfThing(say, thing),
    nameOfThing(say, thing, nameText, language),
    languageOfThing(thing),
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Where its versions are. */
export const versionsAddress = (thing: Thing): string =>
  `/backoffice/content/versions?${new URLSearchParams({
    channel: channelOfThing(thing),
    kind: thing.kind,
    subject: thing.subject,
  }).toString()}`
