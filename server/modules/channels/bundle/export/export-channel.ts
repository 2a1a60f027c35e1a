import { ChannelShape } from '#server/modules/channels/core/channel-schema.ts'
import { inLanguageOrder } from './export-catalog.ts'
import type { PictureNames } from './export-images.ts'
import type { ChannelRow } from '#server/modules/channels/bundle/write/shop-tables.ts'
import { filled } from '#server/platform/parsing/write-yaml.ts'

/** channel.yaml, with every flag even if it has its default. */
export function channelFile(row: ChannelRow, hosts: string[], pictures: PictureNames) {
  const {
    id,
    name,
    main_site,
    website_url,
    default_language,
    offered_languages,
    time_zone,
    logo,
    logo_alt,
    theme_options,
    ...rest
  } = row
  const {
    countries,
    undo_minutes,
    supplier_days,
    credit_first,
    replacement_days,
    undeliverable_parcel,
    withdrawal_credit,
    ...others
  } = rest
  const { company, organisation, settings, ...flags } = others
  const options = theme_options as { reference: string; value: string }[]
  return {
    id,
    name,
    main_site,
    website_url,
    default_language,
    offered_languages,
    time_zone,
    hosts: [...hosts].sort(),
    ...flags,
    logo: pictures.file(logo) ?? '',
    ...filled({ logo_alt: inLanguageOrder(logo_alt) }),
    theme_options: Object.fromEntries(options.map(({ reference, value }) => [reference, value])),
    countries,
    undo_minutes,
    supplier_days,
    credit_first,
    replacement_days,
    undeliverable_parcel,
    withdrawal_credit,
    ...filled({
      company: inFieldOrder(ChannelShape.shape.company.unwrap().shape, company),
      organisation: inFieldOrder(ChannelShape.shape.organisation.unwrap().shape, organisation),
      settings: settings as object,
    }),
  }
}

/** Fields in the order of the format. Fields that the format does not have are left out. */
function inFieldOrder(shape: object, value: unknown) {
  const fields = value as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(shape).flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]])),
  )
}
