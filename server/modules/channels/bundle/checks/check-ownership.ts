import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { articlesOf } from './bundle-references.ts'
import { type FolderProblem, type Place, problemAt } from '#server/platform/parsing/file-errors.ts'
import type { ShopNames } from './known-names.sql.ts'

export type UnitProblem = FolderProblem & { unit: string }

/** Reports data that belongs to another channel or product. */
export function ownershipProblems(bundle: ChannelBundle, shop: ShopNames): UnitProblem[] {
  const { id, channel, products } = bundle
  const problems: UnitProblem[] = []
  const report = (unit: string, place: Place, message: string) =>
    problems.push({ ...problemAt(place, message), unit })

  if (channel.value.main_site && shop.mainSite !== undefined && shop.mainSite !== id)
    report(
      'channel',
      channel.place(['main_site']),
      `channel ${shop.mainSite} is already the main site`,
    )
  for (const [index, host] of (channel.value.hosts ?? []).entries()) {
    const owner = shop.hosts.get(host)
    if (owner !== undefined && owner !== id)
      report('channel', channel.place(['hosts', index]), `'${host}' is a host of channel ${owner}`)
  }
  for (const [code, product] of products?.own ?? []) {
    const owner = shop.owners.get(code)
    if (owner !== undefined && owner !== id)
      report(
        `product:${code}`,
        product.place(['brand']),
        `this product belongs to channel ${owner}: only its texts are allowed here`,
      )
    for (const [index, { sku }] of articlesOf(code, product.value).entries()) {
      const current = shop.articles.get(sku)?.product
      // A variant may move between the products of one bundle.
      if (current === undefined || current === code || products?.own.has(current)) continue
      if (shop.owners.get(current) === id && !products?.mentioned.has(current)) continue
      report(
        `product:${code}`,
        product.place(['articles', index, 'sku']),
        `the article '${sku}' belongs to the product '${current}'`,
      )
    }
  }
  for (const [code, texts] of products?.otherTexts ?? [])
    if (shop.owners.get(code) === id)
      report(
        `otherTexts:${code}`,
        texts.place(),
        "'brand' is missing: this channel owns the product",
      )
  return problems
}
