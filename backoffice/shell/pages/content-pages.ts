import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages for content and theme. */
export const shopPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/content',
      word: 'content',
      find: 'find.content',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/ContentPage.tsx'),
    'ContentPage',
  ),
  page(
    {
      path: '/backoffice/media',
      word: 'media.title',
      find: 'find.media.title',
      icon: 'picture',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/media/MediaPage.tsx'),
    'MediaPage',
  ),
  page(
    {
      path: '/backoffice/media/:hash',
      word: 'media.one',
      icon: 'picture',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/media/ImagePage.tsx'),
    'PicturePage',
  ),
  page(
    {
      path: '/backoffice/content/mails',
      word: 'contentNode.mails',
      find: 'find.contentNode.mails',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/mails/MailsPage.tsx'),
    'MailsPage',
  ),
  page(
    {
      path: '/backoffice/content/company',
      word: 'contentNode.company',
      find: 'find.contentNode.company',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/company/CompanyPage.tsx'),
    'CompanyPage',
  ),
  page(
    {
      path: '/backoffice/content/countries',
      word: 'contentNode.countries',
      find: 'find.contentNode.countries',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/company/CountriesPage.tsx'),
    'CountriesPage',
  ),
  page(
    {
      path: '/backoffice/content/navigation',
      word: 'contentNode.navigation',
      find: 'find.contentNode.navigation',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'NavigationPage',
  ),
  page(
    {
      path: '/backoffice/content/tiles',
      word: 'contentNode.tiles',
      find: 'find.contentNode.tiles',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'TilesPage',
  ),
  page(
    {
      path: '/backoffice/content/texts/:path',
      word: 'content',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/editor/TextsPage.tsx'),
    'TextsPage',
  ),
  page(
    {
      path: '/backoffice/releases',
      word: 'releases',
      find: 'find.releases',
      icon: 'release',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/ReleasesPage.tsx'),
    'ReleasesPage',
  ),
  page(
    {
      path: '/backoffice/releases/new',
      word: 'release.new',
      icon: 'plus',
      needs: ['content.write'],
    },
    () => import('#backoffice/modules/content/releases/NewReleasePage.tsx'),
    'NewReleasePage',
  ),
  page(
    {
      path: '/backoffice/releases/:id',
      word: 'release',
      icon: 'release',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/ReleasePage.tsx'),
    'ReleasePage',
  ),
  page(
    {
      path: '/backoffice/content/versions',
      word: 'version.title',
      find: 'find.version.title',
      icon: 'audit',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/VersionsPage.tsx'),
    'VersionsPage',
  ),
  page(
    {
      path: '/backoffice/preview',
      word: 'preview.title',
      find: 'find.preview.title',
      icon: 'eye',
      needs: ['preview.see'],
    },
    () => import('#backoffice/modules/content/preview/PreviewPage.tsx'),
    'PreviewPage',
  ),
  page(
    {
      path: '/backoffice/preview/shop',
      word: 'preview.title',
      find: 'find.preview.title',
      icon: 'eye',
      needs: ['preview.see'],
    },
    () => import('#backoffice/modules/content/preview/PreviewShopPage.tsx'),
    'PreviewShopPage',
  ),
  page(
    {
      path: '/backoffice/channels',
      word: 'channels',
      find: 'find.channels',
      icon: 'globe',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/channels/ChannelsPage.tsx'),
    'ChannelsPage',
  ),
  page(
    {
      path: '/backoffice/channels/new',
      word: 'channel.new',
      icon: 'plus',
      needs: ['channel.write'],
    },
    () => import('#backoffice/modules/channels/NewChannelPage.tsx'),
    'NewChannelPage',
  ),
  page(
    {
      path: '/backoffice/channels/:id',
      word: 'channel',
      icon: 'globe',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/channels/ChannelPage.tsx'),
    'ChannelPage',
  ),
  page(
    {
      path: '/backoffice/channels/:id/simulations',
      from: '/backoffice/simulations',
      word: 'simulation.title',
      icon: 'release',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationsPage.tsx'),
    'SimulationsPage',
  ),
  page(
    {
      path: '/backoffice/channels/:id/simulations/new',
      from: '/backoffice/simulations',
      word: 'simulation.new',
      icon: 'plus',
      needs: ['channel.simulate'],
    },
    () => import('#backoffice/modules/reports/simulations/NewSimulationPage.tsx'),
    'NewSimulationPage',
  ),
  page(
    {
      path: '/backoffice/simulations',
      word: 'simulation.title',
      find: 'find.simulation.title',
      icon: 'release',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationsPage.tsx'),
    'ChannelSimulationsPage',
  ),
  page(
    {
      path: '/backoffice/simulations/:id',
      word: 'simulation.one',
      icon: 'release',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationPage.tsx'),
    'SimulationPage',
  ),
]
