import type { Permission } from '#domain/desk-rights.ts'
import { allLanguages } from '#domain/language.ts'
import { themeProblem } from '#domain/theme.ts'
import { ChannelShape } from '#server/folder/channel-shape.ts'

const FLAGS = [
  'can_buy_points',
  'continue_shipping',
  'home_delivery_allowed',
  'split_shipment_allowed',
  'skip_cart_overlay',
  'no_quantity_adjustment',
  'no_filter',
  'use_chatbot',
  'blur_category_images',
]

/** What a field of a channel needs beside the right to write, and what is wrong with its value. */
export function channelFieldProblem(
  field: string,
  /** undefined takes the field away. */
  value: unknown,
  pictures: ReadonlySet<string>,
): { needs?: Permission; message?: string } | undefined {
  const [, group, name = ''] = /^(company|organisation|theme)\.(.+)$/.exec(field) ?? []
  if (group === 'theme') {
    const message = value === undefined ? undefined : themeMessage(name, value)
    return { needs: 'theme.write', ...(message ? { message } : {}) }
  }
  if (group === 'company' || group === 'organisation') {
    const shape = ChannelShape.shape[group].unwrap()
    if (!Object.hasOwn(shape.shape, name)) return { message: `There is no field '${field}'.` }
    const read = shape.safeParse(value === undefined ? {} : { [name]: value })
    return read.success ? undefined : { message: `${field}: ${read.error.issues[0]?.message}` }
  }
  if (value === undefined) return { message: `'${field}' cannot be taken away.` }
  switch (field) {
    case 'logo':
      return value === '' || (typeof value === 'string' && pictures.has(value))
        ? undefined
        : { message: 'There is no such picture.' }
    case 'countries':
      return said(ChannelShape.shape.countries.safeParse(value), field)
    case 'default_language':
      return {
        needs: 'channel.write',
        ...(isLanguage(value) ? {} : { message: 'Not a language.' }),
      }
    case 'name':
      return { needs: 'channel.write', ...said(ChannelShape.shape.name.safeParse(value), field) }
    case 'undo_minutes': {
      const fits = typeof value === 'number' && value >= 0 && value <= 1440
      return { needs: 'channel.write', ...(fits ? {} : { message: 'Not 0 to 1440 minutes.' }) }
    }
    default:
      if (!FLAGS.includes(field)) return { message: `There is no field '${field}'.` }
      return {
        needs: 'channel.write',
        ...(typeof value === 'boolean' ? {} : { message: `'${field}' is true or false.` }),
      }
  }
}

const isLanguage = (value: unknown) => allLanguages.some((language) => language === value)

function themeMessage(reference: string, value: unknown) {
  return typeof value === 'string' ? themeProblem({ reference, value }) : 'A theme holds texts.'
}

function said(
  read: { success: boolean; error?: { issues: { message: string }[] } | undefined },
  field: string,
) {
  return read.success ? undefined : { message: `${field}: ${read.error?.issues[0]?.message}` }
}
