import { ChannelShape } from '#server/modules/channels/core/channel-schema.ts'
import { languagesOf } from './export-catalog.ts'
import type { PictureNames } from './export-images.ts'
import type { ChannelRow } from '#server/modules/channels/bundle/write/shop-tables.ts'
import { filled } from '#server/platform/parsing/write-yaml.ts'

/** channel.yaml with every flag written explicitly. */
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
    ...filled({ logo_alt: languagesOf(logo_alt) }),
    theme_options: Object.fromEntries(options.map(({ reference, value }) => [reference, value])),
    countries,
    undo_minutes,
    supplier_days,
    credit_first,
    replacement_days,
    undeliverable_parcel,
    withdrawal_credit,
    ...filled({
      company: known(ChannelShape.shape.company.unwrap().shape, company),
      organisation: known(ChannelShape.shape.organisation.unwrap().shape, organisation),
      settings: settings as object,
    }),
  }
}

/** Fields in the order of the format. Unknown fields cannot be exported. */
function known(shape: object, value: unknown) {
  const given = value as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(shape).flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  )
}
