import { type PageDefinition, page } from '#backoffice/kit/page/page-definition.ts'

/** Pages for content and theme. */
export const shopPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice/content',
      label: 'content',
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
      label: 'media.title',
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
      label: 'media.one',
      icon: 'picture',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/media/ImagePage.tsx'),
    'PicturePage',
  ),
  page(
    {
      path: '/backoffice/content/mails',
      label: 'contentNode.mails',
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
      label: 'contentNode.company',
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
      label: 'contentNode.countries',
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
      label: 'contentNode.navigation',
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
      label: 'contentNode.tiles',
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
      label: 'content',
      icon: 'text',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/editor/TextsPage.tsx'),
    'TextsPage',
  ),
  page(
    {
      path: '/backoffice/releases',
      label: 'releases',
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
      label: 'release.new',
      icon: 'plus',
      needs: ['content.write'],
    },
    () => import('#backoffice/modules/content/releases/NewReleasePage.tsx'),
    'NewReleasePage',
  ),
  page(
    {
      path: '/backoffice/releases/:id',
      label: 'release',
      icon: 'release',
      needs: ['content.read'],
    },
    () => import('#backoffice/modules/content/releases/ReleasePage.tsx'),
    'ReleasePage',
  ),
  page(
    {
      path: '/backoffice/content/versions',
      label: 'version.title',
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
      label: 'preview.title',
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
      label: 'preview.title',
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
      label: 'channels',
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
      label: 'channel.new',
      icon: 'plus',
      needs: ['channel.write'],
    },
    () => import('#backoffice/modules/channels/NewChannelPage.tsx'),
    'NewChannelPage',
  ),
  page(
    {
      path: '/backoffice/channels/:id',
      label: 'channel',
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
      label: 'simulation.title',
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
      label: 'simulation.new',
      icon: 'plus',
      needs: ['channel.simulate'],
    },
    () => import('#backoffice/modules/reports/simulations/NewSimulationPage.tsx'),
    'NewSimulationPage',
  ),
  page(
    {
      path: '/backoffice/simulations',
      label: 'simulation.title',
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
      label: 'simulation.one',
      icon: 'release',
      needs: ['channel.read'],
    },
    () => import('#backoffice/modules/reports/simulations/SimulationPage.tsx'),
    'SimulationPage',
  ),
]
