import { titleOf } from '#backoffice/modules/content/releases/content-node-title.ts'
import { BULK_CHANGE_FIELDS } from '#backoffice/i18n/field-texts.ts'
import { COMPANY_FIELDS, ORGANISATION_FIELDS } from '#backoffice/i18n/company-fields.ts'
import { blockName, type NameText } from '#backoffice/i18n/use-text-names.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'
import { contentNodeName } from '#backoffice/i18n/content-node-names.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { ChangeValue } from '#contract/content/release-change.ts'
import { allLanguages } from '#domain/language.ts'

/** One change of a release, as in the API. */
export type ContentNode = Pick<
  StaffResponse<'release'>['changes'][number],
  'kind' | 'key' | 'subject'
> & {
  before?: ChangeValue
  after?: ChangeValue
}

const partOf = ({ key }: Pick<ContentNode, 'key'>, name: string): string => {
  const value = key[name]
  return typeof value === 'string' ? value : ''
}

export const channelOfNode = (node: Pick<ContentNode, 'key'>) => partOf(node, 'channel')

/** '' for a subject without a language, or with one value for all languages. */
export const languageOfNode = (node: Pick<ContentNode, 'key'>) => partOf(node, 'language')

/** The page or section of a subject. */
export function placeOfNode(t: Translate, node: ContentNode): string {
  switch (node.kind) {
    case 'content':
      return contentNodeName(t, partOf(node, 'path'))
    case 'mail':
      return `${t('release.kind.mail')}: ${mailName(t, partOf(node, 'mail'))}`
    case 'navigation':
    case 'tile':
    case 'channel':
      return t(`release.kind.${node.kind}`)
  }
}

/** The name of a change within its page or section. Tiles and menu items have their title in the user's language. */
export function nameOfNode(
  t: Translate,
  node: ContentNode,
  nameText: NameText,
  language = '',
): string {
  switch (node.kind) {
    case 'content': {
      const [block, key] = [partOf(node, 'block'), partOf(node, 'key')]
      const name = nameText(key, block === '' ? partOf(node, 'path') : block)
      return block === '' ? name : `${blockName(nameText, block)} · ${name}`
    }
    case 'mail':
      return nameText(partOf(node, 'key'), partOf(node, 'mail'))
    case 'navigation':
    case 'tile':
      return titleOf(node.after ?? node.before ?? {}, language, partOf(node, 'id'))
    case 'channel':
      return fieldText(t, partOf(node, 'field'))
  }
}

const CHANNEL_FIELD_LABELS: Partial<Record<string, MessageKey>> = {
  countries: 'channel.countries',
  default_language: 'channel.defaultLanguage',
  offered_languages: 'channel.languagesOffered',
  logo: 'media.logo',
  name: 'name',
  'theme.radius-s': 'channel.theme.radius-s',
  'theme.radius-m': 'channel.theme.radius-m',
  'theme.radius-l': 'channel.theme.radius-l',
}

/** The name of the field on the company page and the channel page. */
function fieldText(t: Translate, field: string): string {
  const known = [...COMPANY_FIELDS, ...ORGANISATION_FIELDS].find((name) => name === field)
  if (known) return t(`field.${known}`)
  const language = allLanguages.find((code) => field === `logo_alt.${code}`)
  if (language) return `${t('media.logo')}: ${t('alternative')}, ${t(`in.${language}`)}`
  const label =
    CHANNEL_FIELD_LABELS[field] ?? BULK_CHANGE_FIELDS.find((item) => item.field === field)?.label
  return label ? t(label) : field
}

/** A field of a menu item or image: 'texts.nl', 'tags.0.tag' … */
export function partText(t: Translate, part: string): string {
  const [first = '', second = '', third = ''] = part.split('.')
  const language = allLanguages.find((code) => code === (third === '' ? second : third))
  const languageSuffix = language ? `, ${t(`in.${language}`)}` : ''
  switch (first) {
    case 'texts': {
      const text = TILE_TEXTS.find((name) => name === second)
      return `${text ? t(`tileText.${text}`) : t('title')}${languageSuffix}`
    }
    case 'tags':
      return third === 'web_menu_column' ? t('columnNumber', { number: '' }).trim() : t('tags')
    case 'banner_alt':
      return `${t('banner')}: ${t('alternative')}${languageSuffix}`
    case 'value':
      return t('part.value')
    case 'alt':
      return t('alternative')
    case 'media':
      return t('picture')
    case 'banner':
      return t('banner')
    case 'extra':
      return t('extraTile')
    case 'parent':
      return t('part.parent')
    case 'position':
      return t('part.position')
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

/** The address of the page with all versions of a subject. */
export const versionsAddress = (node: ContentNode): string =>
  `/backoffice/content/versions?${new URLSearchParams({
    channel: channelOfNode(node),
    kind: node.kind,
    subject: node.subject,
  }).toString()}`
