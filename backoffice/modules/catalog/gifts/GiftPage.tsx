import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { GiftVariants } from '#backoffice/modules/catalog/gifts/GiftVariants.tsx'
import { GiftFacts } from '#backoffice/modules/catalog/gifts/GiftFacts.tsx'
import { GiftHistory } from '#backoffice/modules/catalog/gifts/GiftHistory.tsx'
import { GiftOffers } from '#backoffice/modules/catalog/gifts/GiftOffers.tsx'
import { GiftImages } from '#backoffice/modules/catalog/gifts/GiftImages.tsx'
import { GiftSales } from '#backoffice/modules/catalog/gifts/GiftSales.tsx'
import { GiftSaveBar } from '#backoffice/modules/catalog/gifts/GiftSaveBar.tsx'
import { GiftStateMark } from '#backoffice/modules/catalog/gifts/GiftStateMark.tsx'
import { GiftStatus } from '#backoffice/modules/catalog/gifts/GiftStatus.tsx'
import { GiftTexts } from '#backoffice/modules/catalog/gifts/GiftTexts.tsx'
import { ShopLinks } from '#backoffice/modules/catalog/gifts/ShopLinks.tsx'
import { currentVariants } from '#backoffice/modules/catalog/gifts/gift-state.ts'
import {
  useFactsDraft,
  useImagesDraft,
  useOffersDraft,
  useVariantsDraft,
} from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import { type Gift, useGiftSave } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useGiftTexts } from '#backoffice/modules/catalog/gifts/use-gift-texts.ts'
import { useTextSelection } from '#backoffice/modules/catalog/gifts/use-text-selection.ts'
import { useVariantName } from '#backoffice/modules/catalog/gifts/use-variant-name.ts'
import { GiftStock } from '#backoffice/modules/inventory/GiftStock.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftPage.module.css'

/** One gift: what recipients see at the left, its state and attributes at the right, and one bar that saves all. */
export function GiftPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('gift', { id }))
  if (!data) {
    return (
      <PagePending
        title={t('gift')}
        parent={{ to: '/backoffice/gifts', label: t('gifts') }}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadedGift key={id} gift={data} staff={staff} />
}

type LoadedGiftProps = { gift: Gift; staff: StaffPageProps['staff'] }

function LoadedGift({ gift, staff }: LoadedGiftProps) {
  const t = useTranslate()
  const edit = useGiftEdit(gift, staff.id)
  const may = (permission: (typeof staff.permissions)[number]) =>
    staff.permissions.includes(permission)
  const mayWrite = may('catalogue.write')
  return (
    <>
      <PageHead
        title={gift.name}
        parent={{ to: '/backoffice/gifts', label: t('gifts') }}
        picture={<GiftImage file={gift.pictures[0] ?? null} size="large" />}
        besideTitle={
          <>
            <GiftStateMark gift={gift} />
            <span className={css.soft}>
              {t('giftCode')} {gift.id}
            </span>
          </>
        }
        auditSubject={`gift ${gift.id}`}
        actions={may('preview.view') ? <ShopLinks gift={gift} /> : undefined}
      />
      {/* What is typed during a save would be lost, because a saved part drops its input. */}
      <fieldset disabled={edit.save.busy}>
        <PageColumns side={<GiftSide gift={gift} staff={staff} edit={edit} />}>
          {mayWrite && !gift.shared_is_yours ? <SharedGiftHelp keepers={gift.keepers} /> : null}
          <GiftMain gift={gift} staff={staff} edit={edit} />
        </PageColumns>
      </fieldset>
      {mayWrite ? <GiftSaveBar parts={edit.parts} save={edit.save} /> : null}
    </>
  )
}

type GiftEdit = ReturnType<typeof useGiftEdit>

/** Everything that the page edits, and the parts of it with unsaved input. */
function useGiftEdit(gift: Gift, me: string) {
  const selection = useTextSelection(gift)
  const save = useGiftSave(gift)
  const facts = useFactsDraft(gift, me)
  const images = useImagesDraft(gift, me)
  const variants = useVariantsDraft(gift, me)
  const offers = useOffersDraft(gift, me)
  const texts = useGiftTexts(gift, me, (channelLanguage) => {
    const [channel = '', language = ''] = channelLanguage.split(' ')
    selection.choose({ texts: channel, language })
  })
  const parts = [images.part, ...texts.parts, variants.part, facts.part, offers.part].filter(
    (part) => part !== null,
  )
  return { selection, save, facts, images, variants, offers, texts, parts }
}

/** Variants with their names. A single variant has the name of the gift. */
function useStockVariants(gift: Gift) {
  const variantName = useVariantName(gift)
  const variants = currentVariants(gift)
  return variants.map((article) => ({
    sku: article.sku,
    name: variants.length === 1 ? gift.name : variantName(article) || article.sku,
  }))
}

function GiftMain({ gift, staff, edit }: LoadedGiftProps & { edit: GiftEdit }) {
  const t = useTranslate()
  const mayWrite = staff.permissions.includes('catalogue.write')
  const mayWriteShared = mayWrite && gift.shared_is_yours
  const variants = useStockVariants(gift)
  return (
    <>
      <div id="pictures">
        <GiftImages
          gift={gift}
          draft={edit.images}
          mayWrite={mayWriteShared}
          seesLibrary={staff.permissions.includes('content.read')}
        />
      </div>
      <div id="texts">
        <GiftTexts gift={gift} draft={edit.texts} selection={edit.selection} mayWrite={mayWrite} />
      </div>
      <div id="offers">
        <GiftOffers gift={gift} draft={edit.offers} mayWrite={mayWrite} />
      </div>
      {variants.length > 0 ? (
        <div id="stock">
          <Card title={t('stock')} foldsOnPhone>
            <GiftStock
              variants={variants}
              mayCorrect={staff.permissions.includes('stock.correct')}
            />
          </Card>
        </div>
      ) : null}
      <div id="variants">
        <GiftVariants gift={gift} draft={edit.variants} mayWrite={mayWriteShared} />
      </div>
      <GiftSales gift={gift.id} isOfOwnChannels={staff.channels.length > 0} />
      <GiftHistory id={gift.id} mayWrite={mayWrite} />
    </>
  )
}

function GiftSide({ gift, staff, edit }: LoadedGiftProps & { edit: GiftEdit }) {
  const mayWrite = staff.permissions.includes('catalogue.write')
  const mayWriteShared = mayWrite && gift.shared_is_yours
  return (
    <>
      <GiftStatus
        gift={gift}
        draft={edit.facts}
        mayWrite={mayWriteShared}
        seesCodes={staff.permissions.includes('parcel.read')}
      />
      <div id="facts">
        <GiftFacts gift={gift} draft={edit.facts} mayWrite={mayWriteShared} />
      </div>
    </>
  )
}

function SharedGiftHelp({ keepers }: { keepers: readonly string[] }) {
  const t = useTranslate()
  return (
    <Notice kind="info">
      {t('sharedGiftHelp')}
      {keepers.length > 0 ? ` ${t('shared.whoCan', { names: keepers.join(', ') })}` : ''}
    </Notice>
  )
}
