import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'
import { CHANNEL_SECTIONS } from '#backoffice/modules/channels/settings/channel-sections.ts'

const channelPage = page(
  {
    path: '/backoffice/channels/:id',
    label: 'channel',
    icon: 'globe',
    permissions: ['channel.read'],
  },
  () => import('#backoffice/modules/channels/ChannelPage.tsx'),
  'ChannelPage',
)

/** Pages for content and theme. */
export const contentPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/content',
      label: 'tab.pages',
      searchTerms: 'find.content',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/ContentPage.tsx'),
    'ContentPage',
  ),
  page(
    {
      path: '/backoffice/media',
      label: 'media.title',
      searchTerms: 'find.media.title',
      icon: 'picture',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/media/MediaPage.tsx'),
    'MediaPage',
  ),
  page(
    {
      path: '/backoffice/media/:hash',
      label: 'media.one',
      icon: 'picture',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/media/ImagePage.tsx'),
    'ImagePage',
  ),
  page(
    {
      path: '/backoffice/content/mails',
      label: 'contentNode.mails',
      searchTerms: 'find.contentNode.mails',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/mails/MailsPage.tsx'),
    'MailsPage',
  ),
  page(
    {
      path: '/backoffice/content/company',
      label: 'contentNode.company',
      searchTerms: 'find.contentNode.company',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/company/CompanyPage.tsx'),
    'CompanyPage',
  ),
  page(
    {
      path: '/backoffice/content/countries',
      label: 'contentNode.countries',
      searchTerms: 'find.contentNode.countries',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/company/CountriesPage.tsx'),
    'CountriesPage',
  ),
  page(
    {
      path: '/backoffice/content/navigation',
      label: 'contentNode.navigation',
      searchTerms: 'find.contentNode.navigation',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'NavigationPage',
  ),
  page(
    {
      path: '/backoffice/content/tiles',
      label: 'contentNode.tiles',
      searchTerms: 'find.contentNode.tiles',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'TilesPage',
  ),
  page(
    {
      path: '/backoffice/content/texts/:path',
      label: 'content',
      icon: 'text',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/editor/TextsPage.tsx'),
    'TextsPage',
  ),
  page(
    {
      path: '/backoffice/releases',
      label: 'releases',
      searchTerms: 'find.releases',
      icon: 'release',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/ReleasesPage.tsx'),
    'ReleasesPage',
  ),
  page(
    {
      path: '/backoffice/releases/new',
      label: 'release.new',
      icon: 'plus',
      permissions: ['content.write'],
    },
    () => import('#backoffice/modules/content/releases/NewReleasePage.tsx'),
    'NewReleasePage',
  ),
  page(
    {
      path: '/backoffice/releases/:id',
      label: 'release',
      icon: 'release',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/ReleasePage.tsx'),
    'ReleasePage',
  ),
  page(
    {
      path: '/backoffice/content/versions',
      label: 'version.title',
      searchTerms: 'find.version.title',
      icon: 'audit',
      permissions: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/VersionsPage.tsx'),
    'VersionsPage',
  ),
  page(
    {
      path: '/backoffice/preview',
      label: 'preview.title',
      searchTerms: 'find.preview.title',
      icon: 'eye',
      permissions: ['preview.view'],
    },
    () => import('#backoffice/modules/content/preview/PreviewPage.tsx'),
    'PreviewPage',
  ),
  page(
    {
      path: '/backoffice/preview/shop',
      label: 'preview.title',
      searchTerms: 'find.preview.title',
      icon: 'eye',
      permissions: ['preview.view'],
    },
    () => import('#backoffice/modules/content/preview/PreviewShopPage.tsx'),
    'PreviewShopPage',
  ),
  page(
    {
      path: '/backoffice/channels',
      label: 'channels',
      searchTerms: 'find.channels',
      icon: 'globe',
      permissions: ['channel.read'],
    },
    () => import('#backoffice/modules/channels/ChannelsPage.tsx'),
    'ChannelsPage',
  ),
  page(
    {
      path: '/backoffice/channels/new',
      label: 'channel.new',
      icon: 'plus',
      permissions: ['channel.write'],
    },
    () => import('#backoffice/modules/channels/NewChannelPage.tsx'),
    'NewChannelPage',
  ),
  channelPage,
  ...CHANNEL_SECTIONS.map((section): PageDefinition => ({
    ...channelPage,
    path: `${channelPage.path}/${section}`,
    isSection: true,
  })),
  page(
    {
      path: '/backoffice/channels/:id/simulations',
      parentPath: '/backoffice/simulations',
      label: 'simulation.title',
      icon: 'release',
      permissions: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationsPage.tsx'),
    'SimulationsPage',
  ),
  page(
    {
      path: '/backoffice/channels/:id/simulations/new',
      parentPath: '/backoffice/simulations',
      label: 'simulation.new',
      icon: 'plus',
      permissions: ['channel.simulate'],
    },
    () => import('#backoffice/modules/reports/simulations/NewSimulationPage.tsx'),
    'NewSimulationPage',
  ),
  page(
    {
      path: '/backoffice/simulations',
      label: 'simulation.title',
      searchTerms: 'find.simulation.title',
      icon: 'release',
      permissions: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationsPage.tsx'),
    'ChannelSimulationsPage',
  ),
  page(
    {
      path: '/backoffice/simulations/:id',
      label: 'simulation.one',
      icon: 'release',
      permissions: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationPage.tsx'),
    'SimulationPage',
  ),
]
