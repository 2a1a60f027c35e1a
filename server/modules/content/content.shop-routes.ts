import type { FastifyInstance } from 'fastify'

import {
  companyInfo,
  component,
  components,
  type HomeBrand,
  type HomeCategory,
  countries,
  navigation,
  type NavigationItem,
} from '#contract/content/content.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { type ChannelAsk, channelOf, languageIn } from '#server/http/endpoint/request-channel.ts'
import { componentBlocks } from '#server/modules/content/component-blocks.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { type ShopCaller, serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function contentRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, component, handleComponent(shop))

  serve(app, shop, components, handleComponents(shop))

  serve(app, shop, navigation, handleNavigation(shop))

  serve(app, shop, companyInfo, handleCompanyInfo(shop))

  serve(app, shop, countries, handleCountries(shop))
}

const handleComponent =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof component>, caller: ShopCaller & { holder: Holder | null }) => {
    const words = await textsFor(shop, ask, caller)
    if (!words.channelModel.contentByPath.has(ask.path)) return refuse('no-such-page')
    return kept(words, `component ${ask.path}`, () => componentIn(words, ask.path))
  }

const handleComponents =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof components>, caller: ShopCaller & { holder: Holder | null }) => {
    const words = await textsFor(shop, ask, caller)
    const paths = [...new Set(ask.path)].filter((path) =>
      words.channelModel.contentByPath.has(path),
    )
    return kept(words, `components ${paths.join(' ')}`, () =>
      paths.map((path) => componentIn(words, path)),
    )
  }

const handleNavigation =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof navigation>, caller: ShopCaller & { holder: Holder | null }) => {
    const words = await textsFor(shop, ask, caller)
    return kept(words, 'navigation', () => ({
      navItems: navItems(words, null),
      homeCategories: homeCategories(words),
      homeBrands: homeBrands(words),
      gift_points: [...new Set(words.gifts().map(({ points }) => points))].sort((a, b) => a - b),
      digital_gifts: words
        .gifts()
        .some(({ product }) => product.row.delivery_condition === 'digital'),
      tagGroups: [...words.tagsOfGroup].map(([id, tags]) => ({
        product_tag_group_id: id,
        tag_group_discription: words.tagTitles.get(tags[0] ?? '')?.groupTitle ?? id,
        tags: tags.map((tag) => ({
          product_tag_id: tag,
          tag_description: words.tagTitles.get(tag)?.title ?? tag,
        })),
      })),
    }))
  }

const handleCompanyInfo =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof companyInfo>, caller: ShopCaller & { holder: Holder | null }) => {
    const words = await textsFor(shop, ask, caller)
    const { company } = words.channelModel.channel
    return kept(words, 'company', () => ({
      company_name: company['company_name'] ?? '',
      company_street_and_number: company['company_street_and_number'] ?? '',
      company_postal_code_and_city: company['company_postal_code_and_city'] ?? '',
      company_chamber_of_commerce_account: company['company_chamber_of_commerce_account'] ?? '',
      company_vat_number: company['company_vat_number'] ?? '',
      company_email: company['email'] ?? '',
      company_telephone: company['telephone'] ?? '',
    }))
  }

const handleCountries =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (ask: ParsedInput<typeof countries>, caller: ShopCaller & { holder: Holder | null }) => {
    const words = await textsFor(shop, ask, caller)
    return kept(words, 'countries', () => {
      const names = new Intl.DisplayNames([words.language], { type: 'region' })
      return words.channelModel.channel.countries.map((key) => ({
        key,
        value_string: names.of(key) ?? key,
      }))
    })
  }

function kept(words: LanguageModel, key: string, make: () => unknown) {
  return (
    words.components.find(key) ??
    words.components.keep(key, new CachedResponse({ success: true, response: make() }))
  )
}

async function textsFor(
  shop: Pick<Shop, 'config' | 'models'>,
  ask: ChannelAsk,
  { request, holder }: ShopCaller & { holder: Holder | null },
) {
  return languageIn(await channelOf(shop, request, holder, ask), ask.language)
}

export function componentIn(words: LanguageModel, path: string) {
  return {
    path,
    language: words.language,
    sales_channel: words.channelModel.channel.id,
    blocks: componentBlocks(
      words.channelModel.contentByPath.get(path) ?? [],
      words.order,
      words.channelModel.parts.vocabulary.pictures,
    ),
  }
}

function navItems(words: LanguageModel, parent: string | null): NavigationItem[] {
  return words.channelModel.parts.menus.navigation
    .filter((row) => row.parent_id === parent)
    .map((row) => ({
      id: row.id,
      title: words.pick(row.texts) || row.id,
      bannerImage: words.shown(row.banner),
      banner_image: words.shown(row.banner),
      bannerAlt: words.altOf(row.banner, row.banner_alt) ?? '',
      producttags: row.tags.map(({ id, column }) => ({
        id,
        title: words.tagTitles.get(id)?.title ?? id,
        web_menu_column: column,
      })),
      childNavItems: navItems(words, row.id),
    }))
}

function homeCategories(words: LanguageModel): HomeCategory[] {
  return words.channelModel.parts.menus.tiles
    .filter((tile) => tile.kind === 'category')
    .map((tile) => ({
      code: tile.id,
      bannerText1: { value_string: words.pick(tile.texts['bannerText1']) },
      bannerText2: { value_string: words.pick(tile.texts['bannerText2']) },
      bannerImage: words.shown(tile.banner),
      bannerAlt: words.altOf(tile.banner, tile.texts['bannerAlt']) ?? '',
      tagId: tile.tag_ids,
      media: words.shown(tile.media),
      mediaAlt: words.altOf(tile.media, tile.texts['mediaAlt']) ?? '',
      firstText: words.pick(tile.texts['firstText']),
      secondText: words.pick(tile.texts['secondText']),
      extra: tile.extra,
    }))
}

function homeBrands(words: LanguageModel): HomeBrand[] {
  return words.channelModel.parts.menus.tiles
    .filter((tile) => tile.kind === 'brand')
    .map((tile) => ({
      brandId: tile.id,
      brandBannerText: words.pick(tile.texts['bannerText1']),
      brandBannerImage: words.shown(tile.banner),
      bannerAlt: words.altOf(tile.banner, tile.texts['bannerAlt']) ?? '',
      tagIds: tile.tag_ids,
      media: words.shown(tile.media),
      mediaAlt: words.altOf(tile.media, tile.texts['mediaAlt']) ?? '',
      title: words.pick(tile.texts['title']) || tile.brand_name || tile.id,
    }))
}
