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
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import {
  type ChannelRequest,
  channelOf,
  languageIn,
} from '#server/http/endpoint/request-channel.ts'
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
  async (input: ParsedInput<typeof component>, caller: ShopCaller & { holder: Holder | null }) => {
    const model = await languageModelFor(shop, input, caller)
    if (!model.channelModel.contentByPath.has(input.path)) return refuse('no-such-page')
    return cachedResponse(model, `component ${input.path}`, () =>
      componentResponse(model, input.path),
    )
  }

const handleComponents =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (input: ParsedInput<typeof components>, caller: ShopCaller & { holder: Holder | null }) => {
    const model = await languageModelFor(shop, input, caller)
    const paths = [...new Set(input.path)].filter((path) =>
      model.channelModel.contentByPath.has(path),
    )
    return cachedResponse(model, `components ${paths.join(' ')}`, () =>
      paths.map((path) => componentResponse(model, path)),
    )
  }

const handleNavigation =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (input: ParsedInput<typeof navigation>, caller: ShopCaller & { holder: Holder | null }) => {
    const model = await languageModelFor(shop, input, caller)
    return cachedResponse(model, 'navigation', () => ({
      navItems: navItems(model, null),
      homeCategories: homeCategories(model),
      homeBrands: homeBrands(model),
      gift_points: [...new Set(model.gifts().map(({ points }) => points))].sort((a, b) => a - b),
      digital_gifts: model
        .gifts()
        .some(({ product }) => product.row.delivery_condition === 'digital'),
      tagGroups: [...model.tagsOfGroup].map(([id, tags]) => ({
        product_tag_group_id: id,
        tag_group_discription: model.tagTitles.get(tags[0] ?? '')?.groupTitle ?? id,
        tags: tags.map((tag) => ({
          product_tag_id: tag,
          tag_description: model.tagTitles.get(tag)?.title ?? tag,
        })),
      })),
    }))
  }

const handleCompanyInfo =
  (shop: Pick<Shop, 'config' | 'models'>) =>
  async (
    input: ParsedInput<typeof companyInfo>,
    caller: ShopCaller & { holder: Holder | null },
  ) => {
    const model = await languageModelFor(shop, input, caller)
    const { company } = model.channelModel.channel
    return cachedResponse(model, 'company', () => ({
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
  async (input: ParsedInput<typeof countries>, caller: ShopCaller & { holder: Holder | null }) => {
    const model = await languageModelFor(shop, input, caller)
    return cachedResponse(model, 'countries', () => {
      const names = new Intl.DisplayNames([model.language], { type: 'region' })
      return model.channelModel.channel.countries.map((key) => ({
        key,
        value_string: names.of(key) ?? key,
      }))
    })
  }

function cachedResponse(model: LocalizedCatalog, key: string, createResponse: () => unknown) {
  return (
    model.components.find(key) ??
    model.components.store(key, new CachedResponse({ success: true, response: createResponse() }))
  )
}

async function languageModelFor(
  shop: Pick<Shop, 'config' | 'models'>,
  input: ChannelRequest,
  { request, holder }: ShopCaller & { holder: Holder | null },
) {
  return languageIn(await channelOf(shop, request, holder, input), input.language)
}

export function componentResponse(model: LocalizedCatalog, path: string) {
  return {
    path,
    language: model.language,
    sales_channel: model.channelModel.channel.id,
    blocks: componentBlocks(
      model.channelModel.contentByPath.get(path) ?? [],
      model.order,
      model.channelModel.parts.vocabulary.pictures,
    ),
  }
}

function navItems(model: LocalizedCatalog, parent: string | null): NavigationItem[] {
  return model.channelModel.parts.menus.navigation
    .filter((row) => row.parent_id === parent)
    .map((row) => ({
      id: row.id,
      title: model.pick(row.texts) || row.id,
      bannerImage: model.shown(row.banner),
      banner_image: model.shown(row.banner),
      bannerAlt: model.altOf(row.banner, row.banner_alt) ?? '',
      producttags: row.tags.map(({ id, column }) => ({
        id,
        title: model.tagTitles.get(id)?.title ?? id,
        web_menu_column: column,
      })),
      childNavItems: navItems(model, row.id),
    }))
}

function homeCategories(model: LocalizedCatalog): HomeCategory[] {
  return model.channelModel.parts.menus.tiles
    .filter((tile) => tile.kind === 'category')
    .map((tile) => ({
      code: tile.id,
      bannerText1: { value_string: model.pick(tile.texts['bannerText1']) },
      bannerText2: { value_string: model.pick(tile.texts['bannerText2']) },
      bannerImage: model.shown(tile.banner),
      bannerAlt: model.altOf(tile.banner, tile.texts['bannerAlt']) ?? '',
      tagId: tile.tag_ids,
      media: model.shown(tile.media),
      mediaAlt: model.altOf(tile.media, tile.texts['mediaAlt']) ?? '',
      firstText: model.pick(tile.texts['firstText']),
      secondText: model.pick(tile.texts['secondText']),
      extra: tile.extra,
    }))
}

function homeBrands(model: LocalizedCatalog): HomeBrand[] {
  return model.channelModel.parts.menus.tiles
    .filter((tile) => tile.kind === 'brand')
    .map((tile) => ({
      brandId: tile.id,
      brandBannerText: model.pick(tile.texts['bannerText1']),
      brandBannerImage: model.shown(tile.banner),
      bannerAlt: model.altOf(tile.banner, tile.texts['bannerAlt']) ?? '',
      tagIds: tile.tag_ids,
      media: model.shown(tile.media),
      mediaAlt: model.altOf(tile.media, tile.texts['mediaAlt']) ?? '',
      title: model.pick(tile.texts['title']) || tile.brand_name || tile.id,
    }))
}
