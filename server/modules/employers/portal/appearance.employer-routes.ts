import type { FastifyInstance } from 'fastify'

import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { appearance } from '#contract/employers/portal.employer.ts'
import { portalTheme } from '#domain/channels/portal-theme.ts'
import type { StaffLanguage } from '#domain/language.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { componentResponse } from '#server/modules/content/content.shop-routes.ts'
import {
  isSharedChannel,
  listCampaignChannels,
} from '#server/modules/employers/portal/appearance.sql.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'

/** The colours, logos and images of an employer's shops. */
export function employerAppearanceRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, appearance, handleAppearance(portal))
}

const handleAppearance =
  ({ shop }: EmployerPortalServer) =>
  async ({ language }: ParsedInput<typeof appearance>, { visitor, read }: VisitorCaller) => {
    const { model, logo, models } = await findAppearance(shop, { visitor, read })
    const company = model?.channel.company ?? {}
    return {
      logo,
      theme: portalTheme(model?.channel.themeOptions ?? []),
      contact: { email: company['email'] ?? '', telephone: company['telephone'] ?? '' },
      shops: models.map((shop) => shopAppearance(shop, language ?? visitor.language)),
    }
  }

/** The shops of an employer, and the channel model and logo of the newest campaign. */
export async function findAppearance(
  shop: Shop,
  { visitor, read }: Pick<VisitorCaller, 'visitor' | 'read'>,
) {
  const models = await findShops(shop, await read((sql) => listCampaignChannels(sql)))
  const model = models[0] ?? (await findDefaultShop(shop))
  return { models, model, logo: await findCompanyLogo(shop, visitor.employerId, model) }
}

async function findShops(shop: Pick<Shop, 'models'>, channels: readonly { channel: string }[]) {
  const found: ChannelModel[] = []
  for (const { channel } of channels) {
    const model = await shop.models.channel(channel)
    if (model) found.push(model)
  }
  return found
}

async function findDefaultShop({ models, config }: Shop): Promise<ChannelModel | undefined> {
  const kind = await models.channelOrDefault(config.GIFTPOINT_DEFAULT_CHANNEL)
  return kind === undefined ? undefined : models.channel(kind)
}

/** The logo of a shop that no other employer uses; otherwise ''. */
async function findCompanyLogo(
  shop: Pick<Shop, 'sql'>,
  employer: number,
  model: ChannelModel | undefined,
): Promise<string> {
  if (!model || model.channel.mainSite || model.channel.logo === '') return ''
  const isShared = await isSharedChannel(shop.sql, { channel: model.channel.id, employer })
  return isShared ? '' : model.channel.logo
}

function shopAppearance(model: ChannelModel, language: StaffLanguage) {
  const { id, name, logo } = model.channel
  const home = componentResponse(model.language(language), 'homepagecomponents')
  const hero = home.blocks
    .find(({ code }) => code === 'heroSection')
    ?.media.find(({ code }) => code === 'hero')
  return {
    channel: id,
    name,
    logo,
    hero: hero?.file_name_with_extension ?? '',
  }
}
