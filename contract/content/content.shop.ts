import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf, ChannelAsk, repeatable } from '#contract/shared/fields.ts'

export const CustomField = z.object({
  key: z.string(),
  value_string: z.string(),
  value_string_area: z.string().optional(),
  value_numeric: z.number().optional(),
  /** The language of the text, if it is not the requested one. */
  lang: z.string().optional(),
})
export type CustomField = z.infer<typeof CustomField>

export const Media = z.object({
  code: z.string(),
  file_name_with_extension: z.string(),
  alt: z.string(),
})

export type Block = {
  code: string
  custom_fields: CustomField[]
  media: z.infer<typeof Media>[]
  urls: { key: string; value_string: string }[]
  items?: Block[] | undefined
}
export const Block: z.ZodType<Block> = z.object({
  code: z.string(),
  custom_fields: z.array(CustomField),
  media: z.array(Media),
  urls: z.array(z.object({ key: z.string(), value_string: z.string() })),
  get items() {
    return z.array(Block).optional()
  },
})

const Component = z.object({
  path: z.string(),
  language: z.string(),
  sales_channel: z.string(),
  blocks: z.array(Block),
})

export const component = endpoint('component', {
  summary: 'Get the content of a component or page',
  input: ChannelAsk.extend({ path: z.string().min(1).max(120) }),
  answer: answerOf(Component),
  refusals: { 'no-such-page': 404 },
})

export const components = endpoint('components', {
  summary: 'Get the content of several components',
  description: 'Components that do not exist are left out.',
  input: ChannelAsk.extend({ path: repeatable }),
  answer: answerOf(z.array(Component)),
  refusals: {},
})

const NavigationTag = z.object({
  id: z.string(),
  title: z.string(),
  web_menu_column: z.int(),
})
export type NavigationItem = {
  id: string
  title: string
  bannerImage: string
  banner_image: string
  /** The alt text of the banner. Tiles have the same field. */
  bannerAlt: string
  producttags: z.infer<typeof NavigationTag>[]
  childNavItems: NavigationItem[]
}
export const NavigationItem: z.ZodType<NavigationItem> = z.object({
  id: z.string(),
  title: z.string(),
  bannerImage: z.string(),
  banner_image: z.string(),
  bannerAlt: z.string(),
  producttags: z.array(NavigationTag),
  get childNavItems() {
    return z.array(NavigationItem)
  },
})

export const HomeCategory = z.object({
  code: z.string(),
  bannerText1: z.object({ value_string: z.string() }),
  bannerText2: z.object({ value_string: z.string() }),
  bannerImage: z.string(),
  bannerAlt: z.string(),
  tagId: z.array(z.string()),
  media: z.string(),
  mediaAlt: z.string(),
  firstText: z.string(),
  secondText: z.string(),
  extra: z.boolean(),
})
export type HomeCategory = z.infer<typeof HomeCategory>

export const HomeBrand = z.object({
  brandId: z.string(),
  brandBannerText: z.string(),
  brandBannerImage: z.string(),
  bannerAlt: z.string(),
  tagIds: z.array(z.string()),
  media: z.string(),
  mediaAlt: z.string(),
  title: z.string(),
})
export type HomeBrand = z.infer<typeof HomeBrand>

export const navigation = endpoint('navigation', {
  summary: 'Get the menu, the home tiles, the points of the gifts and the tag groups',
  input: ChannelAsk,
  answer: answerOf(
    z.object({
      navItems: z.array(NavigationItem),
      homeCategories: z.array(HomeCategory),
      homeBrands: z.array(HomeBrand),
      /** The points of the gifts, each number once, so that the home page links to no empty list. */
      gift_points: z.array(z.int()),
      /** Whether there are gifts that are sent by email. */
      digital_gifts: z.boolean(),
      tagGroups: z.array(
        z.object({
          product_tag_group_id: z.string(),
          tag_group_discription: z.string(),
          tags: z.array(z.object({ product_tag_id: z.string(), tag_description: z.string() })),
        }),
      ),
    }),
  ),
  refusals: {},
})

export const companyInfo = endpoint('companyInfo', {
  summary: 'Get the name, address and registration numbers of the company behind the shop',
  input: ChannelAsk,
  answer: answerOf(
    z.object({
      company_name: z.string(),
      company_street_and_number: z.string(),
      company_postal_code_and_city: z.string(),
      company_chamber_of_commerce_account: z.string(),
      company_vat_number: z.string(),
      company_email: z.string(),
      company_telephone: z.string(),
    }),
  ),
  refusals: {},
})

export const countries = endpoint('countries', {
  summary: 'List the countries that the shop delivers to',
  description: 'Includes their names in the requested language.',
  input: ChannelAsk,
  answer: answerOf(z.array(z.object({ key: z.string(), value_string: z.string() }))),
  refusals: {},
})
