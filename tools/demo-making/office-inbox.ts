import type { Role } from '#domain/staff/permissions.ts'
import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

type Texts = { nl?: string; de?: string; en?: string; fr?: string }

/** Saved replies. A reply of one channel has only its language. */
const REPLIES: { name: string; channel: string | null; texts: Texts }[] = [
  {
    name: 'Pakket onderweg',
    channel: null,
    texts: {
      nl: 'Je pakket is onderweg. De track-and-tracecode vind je bij je bestelling.',
      de: 'Ihr Paket ist unterwegs. Die Sendungsnummer finden Sie auf Ihrer Bestellseite.',
      en: 'Your parcel is on its way. You can find the tracking number with your order.',
      fr: 'Votre colis est en route. Le numéro de suivi se trouve sur votre page de commande.',
    },
  },
  {
    name: 'Nieuwe code gestuurd',
    channel: null,
    texts: {
      nl: 'We hebben je een nieuwe code gestuurd. De oude code werkt niet meer.',
      de: 'Wir haben Ihnen einen neuen Code geschickt. Der alte Code ist nicht mehr gültig.',
      en: 'We have sent you a new code. The old code no longer works.',
      fr: 'Nous vous avons envoyé un nouveau code. L’ancien code ne fonctionne plus.',
    },
  },
  {
    name: 'Retour aanmelden',
    channel: '1014',
    texts: {
      nl: 'Meld je retour aan bij je bestelling. Je krijgt je punten terug zodra het cadeau bij ons is.',
    },
  },
  {
    name: 'Lieferung nach Österreich',
    channel: '2002',
    texts: {
      de: 'Wir liefern auch nach Österreich. Wählen Sie beim Bestellen bitte das Land aus.',
    },
  },
]
const REPLIES_AGO = 205

/** Saved views: shared ones, and a private one. */
const VIEWS: { role: Role; page: string; name: string; query: string; shared: boolean }[] = [
  { role: 'service', page: 'orders', name: 'Retouren', query: 'returned=yes', shared: true },
  {
    role: 'owner',
    page: 'orders',
    name: 'Noordzee, onderweg',
    query: 'channel=2001&state=shipped',
    shared: true,
  },
  {
    role: 'owner',
    page: 'orders',
    name: 'Nog te verzenden',
    query: 'state=released',
    shared: true,
  },
  { role: 'merchandiser', page: 'gifts', name: 'Uitverkocht', query: 'stock=out', shared: true },
  { role: 'owner', page: 'gifts', name: 'Bijna op', query: 'stock=low', shared: false },
  { role: 'service', page: 'inbox', name: 'Duits', query: 'language=de', shared: true },
  { role: 'fulfilment', page: 'parcels', name: 'Zoekgeraakt', query: 'state=lost', shared: true },
  { role: 'service', page: 'vouchers', name: 'Geblokkeerd', query: 'state=blocked', shared: true },
]
const VIEWS_AGO = 150

/** Internal notes on the vouchers of a channel. */
const NOTES = [
  { ago: 9, channel: '1014', body: 'Belt liever dan mailt. Na 17 uur bereikbaar.' },
  { ago: 6, channel: '2002', body: 'Packstation funktioniert nicht, Lieferung ins Büro.' },
  { ago: 4, channel: '2001', body: 'Werkt in ploegendienst, reageert soms pas na een week.' },
]

/** Saved replies, saved views and notes. */
export const inboxEntries = (played: PlayedShop): StaffWork[] => [
  ...REPLIES.map((reply) => ({
    ago: REPLIES_AGO,
    time: '13:10',
    run: async () => {
      const role = reply.channel === null ? 'owner' : 'service'
      await played.call(role, 'addSavedReply', reply)
    },
  })),
  ...VIEWS.map(({ role, ...view }) => ({
    ago: VIEWS_AGO,
    time: '11:50',
    run: () => played.call(role, 'saveView', view),
  })),
  ...NOTES.map(({ ago, channel, body }) => ({
    ago,
    time: '10:05',
    run: async () => {
      const [voucher] = await played.shop.sql<{ id: string }[]>`
        select voucher_id::text as id from orders where channel_id = ${channel}
        order by placed_at desc limit 1`
      await played.call('service', 'addVoucherNote', { id: voucher?.id ?? '', body })
    },
  })),
]
