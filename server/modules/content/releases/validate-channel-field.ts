import { COUNTRIES, countryOf } from '#domain/addresses/countries.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { isEmail } from '#domain/mail/email.ts'
import { allLanguages } from '#domain/language.ts'
import { THEME_REFERENCES, themeProblem } from '#domain/channels/theme.ts'
import { ChannelShape } from '#server/modules/channels/core/channel-schema.ts'
import { CHANNEL_FLAGS } from '#domain/channels/channel-columns.ts'

const OWNER_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'default_language',
  'offered_languages',
  'undo_minutes',
  ...CHANNEL_FLAGS,
])

/**
 * The permission that a field needs besides the one for texts. Fields that affect what recipients may do need an owner.
 */
export function permissionOfField(field: string): Permission | undefined {
  if (field.startsWith('theme.')) return 'theme.write'
  return OWNER_FIELDS.has(field) ? 'channel.write' : undefined
}

/** The extra permission that a channel field needs, and the error in its value. */
export function channelFieldProblem(
  field: string,
  /** undefined removes the field. */
  value: unknown,
  pictures: ReadonlySet<string>,
): { needs?: Permission; message?: string } | undefined {
  const [, group, name = ''] = /^(company|organisation|theme|logo_alt)\.(.+)$/.exec(field) ?? []
  if (group === 'theme') {
    const message = value === undefined ? undefined : themeMessage(name, value)
    return { needs: 'theme.write', ...(message ? { message } : {}) }
  }
  if (group === 'company' || group === 'organisation') {
    const shape = ChannelShape.shape[group].unwrap()
    if (!Object.hasOwn(shape.shape, name)) return { message: `There is no field '${field}'.` }
    const parsed = shape.safeParse(value === undefined ? {} : { [name]: value })
    if (!parsed.success) return { message: `${field}: ${parsed.error.issues[0]?.message}` }
    const isWrong = name === 'email' && value && !(typeof value === 'string' && isEmail(value))
    return isWrong ? { message: `${field}: is not an email address` } : undefined
  }
  if (group === 'logo_alt') {
    if (!isLanguage(name)) return { message: `There is no field '${field}'.` }
    return value === undefined || typeof value === 'string'
      ? undefined
      : { message: `${field}: must be a text.` }
  }
  const needs = permissionOfField(field)
  const permission = needs ? { needs } : {}
  if (value === undefined) return { ...permission, message: `'${field}' cannot be removed.` }
  switch (field) {
    case 'logo':
      return value === '' || (typeof value === 'string' && pictures.has(value))
        ? undefined
        : { message: 'This image does not exist.' }
    case 'countries':
      return countriesProblem(value)
    case 'default_language':
      return {
        ...permission,
        ...(isLanguage(value) ? {} : { message: 'This is not a language.' }),
      }
    case 'offered_languages':
      return {
        ...permission,
        ...messageOf(ChannelShape.shape.offered_languages.safeParse(value), field),
      }
    case 'name':
      return { ...permission, ...messageOf(ChannelShape.shape.name.safeParse(value), field) }
    case 'undo_minutes': {
      const isInRange = typeof value === 'number' && value >= 0 && value <= 1440
      return { ...permission, ...(isInRange ? {} : { message: 'Must be from 0 to 1440 minutes.' }) }
    }
    default:
      if (!CHANNEL_FLAGS.some((flag) => flag === field))
        return { message: `There is no field '${field}'.` }
      return {
        ...permission,
        ...(typeof value === 'boolean' ? {} : { message: `'${field}' must be true or false.` }),
      }
  }
}

function countriesProblem(value: unknown) {
  const parsed = ChannelShape.shape.countries.safeParse(value)
  const unknown = parsed.success ? parsed.data?.find((country) => !countryOf(country)) : undefined
  return unknown === undefined
    ? messageOf(parsed, 'countries')
    : {
        message: `countries: the shop does not deliver to '${unknown}'; available: ${COUNTRIES.join(', ')}`,
      }
}

const isLanguage = (value: unknown) => allLanguages.some((language) => language === value)

function themeMessage(reference: string, value: unknown) {
  // A bundle may add references for its own pages. In the back office an unknown reference is a typing error.
  if (!Object.hasOwn(THEME_REFERENCES, reference)) return `There is no field 'theme.${reference}'.`
  return typeof value === 'string'
    ? themeProblem({ reference, value })
    : 'Values of a theme must be texts.'
}

function messageOf(
  parsed: { success: boolean; error?: { issues: { message: string }[] } | undefined },
  field: string,
) {
  return parsed.success ? undefined : { message: `${field}: ${parsed.error?.issues[0]?.message}` }
}
