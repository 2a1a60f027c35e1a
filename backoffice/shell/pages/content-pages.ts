import { type DeskPage, page } from '#backoffice/kit/page/page-definition.ts'

/** What the shop says and how it looks. */
export const shopPages: readonly DeskPage[] = [
  page(
    {
      path: '/desk/content',
      word: 'content',
      icon: 'text',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/modules/content/ContentPage.tsx'),
    'ContentPage',
  ),
  page(
    {
      path: '/desk/media',
      word: 'media.title',
      icon: 'picture',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/modules/media/MediaPage.tsx'),
    'MediaPage',
  ),
  page(
    {
      path: '/desk/media/:hash',
      word: 'media.one',
      icon: 'picture',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/media/ImagePage.tsx'),
    'PicturePage',
  ),
  page(
    {
      path: '/desk/content/mails',
      word: 'thing.mails',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/mails/MailsPage.tsx'),
    'MailsPage',
  ),
  page(
    {
      path: '/desk/content/company',
      word: 'thing.company',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/company/CompanyPage.tsx'),
    'CompanyPage',
  ),
  page(
    {
      path: '/desk/content/countries',
      word: 'thing.countries',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/company/CountriesPage.tsx'),
    'CountriesPage',
  ),
  page(
    {
      path: '/desk/content/navigation',
      word: 'thing.navigation',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'NavigationPage',
  ),
  page(
    {
      path: '/desk/content/tiles',
      word: 'thing.tiles',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/menu/MenuPage.tsx'),
    'TilesPage',
  ),
  page(
    {
      path: '/desk/content/texts/:path',
      word: 'content',
      icon: 'text',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/editor/TextsPage.tsx'),
    'TextsPage',
  ),
  page(
    {
      path: '/desk/releases',
      word: 'releases',
      icon: 'release',
      needs: ['content.read'],
      group: 'shop',
    },
    () => import('#backoffice/modules/content/releases/ReleasesPage.tsx'),
    'ReleasesPage',
  ),
  page(
    {
      path: '/desk/releases/new',
      word: 'release.new',
      icon: 'plus',
      needs: ['content.write'],
      group: null,
    },
    () => import('#backoffice/modules/content/releases/NewReleasePage.tsx'),
    'NewReleasePage',
  ),
  page(
    {
      path: '/desk/releases/:id',
      word: 'release',
      icon: 'release',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/releases/ReleasePage.tsx'),
    'ReleasePage',
  ),
  page(
    {
      path: '/desk/content/versions',
      word: 'version.title',
      icon: 'audit',
      needs: ['content.read'],
      group: null,
    },
    () => import('#backoffice/modules/content/releases/VersionsPage.tsx'),
    'VersionsPage',
  ),
  page(
    {
      path: '/desk/preview',
      word: 'preview.title',
      icon: 'eye',
      needs: ['preview.see'],
      group: 'shop',
    },
    () => import('#backoffice/modules/content/preview/PreviewPage.tsx'),
    'PreviewPage',
  ),
  page(
    {
      path: '/desk/preview/shop',
      word: 'preview.title',
      icon: 'eye',
      needs: ['preview.see'],
      group: null,
    },
    () => import('#backoffice/modules/content/preview/PreviewShopPage.tsx'),
    'PreviewShopPage',
  ),
  page(
    {
      path: '/desk/channels',
      word: 'channels',
      icon: 'globe',
      needs: ['channel.read'],
      group: 'shop',
    },
    () => import('#backoffice/modules/channels/ChannelsPage.tsx'),
    'ChannelsPage',
  ),
  page(
    {
      path: '/desk/channels/new',
      word: 'ch.new',
      icon: 'plus',
      needs: ['channel.write'],
      group: null,
    },
    () => import('#backoffice/modules/channels/NewChannelPage.tsx'),
    'NewChannelPage',
  ),
  page(
    {
      path: '/desk/channels/:id',
      word: 'channel',
      icon: 'globe',
      needs: ['channel.read'],
      group: null,
    },
    () => import('#backoffice/modules/channels/ChannelPage.tsx'),
    'ChannelPage',
  ),
  page(
    {
      path: '/desk/channels/:id/rehearsals',
      word: 'reh.title',
      icon: 'release',
      needs: ['channel.read'],
      group: null,
    },
    () => import('#backoffice/modules/reports/simulations/SimulationsPage.tsx'),
    'RehearsalsPage',
  ),
  page(
    {
      path: '/desk/channels/:id/rehearsals/new',
      word: 'reh.new',
      icon: 'plus',
      needs: ['channel.rehearse'],
      group: null,
    },
    () => import('#backoffice/modules/reports/simulations/NewSimulationPage.tsx'),
    'NewRehearsalPage',
  ),
  page(
    {
      path: '/desk/rehearsals/:id',
      word: 'reh.one',
      icon: 'release',
      needs: ['channel.read'],
      group: null,
    },
    () => import('#backoffice/modules/reports/simulations/SimulationPage.tsx'),
    'RehearsalPage',
  ),
]
