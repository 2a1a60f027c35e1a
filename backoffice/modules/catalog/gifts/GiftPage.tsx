import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { GiftArticles } from '#backoffice/modules/catalog/gifts/GiftVariants.tsx'
import { GiftFacts } from '#backoffice/modules/catalog/gifts/GiftFacts.tsx'
import { GiftHistory } from '#backoffice/modules/catalog/gifts/GiftHistory.tsx'
import { GiftPictures } from '#backoffice/modules/catalog/gifts/GiftImages.tsx'
import { GiftTexts } from '#backoffice/modules/catalog/gifts/GiftTexts.tsx'
import { PriceMatrix } from '#backoffice/modules/catalog/gifts/PriceMatrix.tsx'
import { StockCard } from '#backoffice/modules/inventory/StockCard.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftPage.module.css'

/** One gift. Stock levels are on separate cards: the forms of the gift never write them. */
export function GiftPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('gift', { id }))
  const up = { to: '/backoffice/gifts', word: t('gifts') }
  if (!data) {
    return <PageAwaited title={t('gift')} up={up} error={error} again={() => void refetch()} />
  }
  const mayWrite = staff.permissions.includes('catalogue.write')
  const mayShared = mayWrite && data.shared_is_yours
  const alive = data.articles.filter(({ retired }) => !retired)
  return (
    <>
      <PageHead
        title={data.name}
        up={up}
        beside={
          <>
            <span className={css.soft}>{data.id}</span>
            {alive.length === 0 ? <StatusMark kind="off">{t('isRetired')}</StatusMark> : null}
          </>
        }
        subject={`gift ${data.id}`}
      />
      <div className={css.body}>
        {mayWrite && !data.shared_is_yours ? <SharedGiftHelp keepers={data.keepers} /> : null}
        <GiftTexts key={`texts ${id}`} gift={data} me={staff.id} mayWrite={mayWrite} />
        <PriceMatrix key={`offers ${id}`} gift={data} mayWrite={mayWrite} />
        <div className={css.columns}>
          <div id="facts">
            <GiftFacts
              key={`facts ${id}`}
              gift={data}
              me={staff.id}
              mayWrite={mayShared}
              seesCodes={staff.permissions.includes('parcel.read')}
            />
          </div>
          <GiftPictures
            key={`pictures ${id}`}
            gift={data}
            mayWrite={mayShared}
            seesLibrary={staff.permissions.includes('content.read')}
          />
        </div>
        <div id="variants">
          <GiftArticles key={`articles ${id}`} gift={data} me={staff.id} mayWrite={mayShared} />
        </div>
        <StockCards
          skus={alive.map(({ sku }) => sku)}
          mayCorrect={staff.permissions.includes('stock.correct')}
        />
        <GiftHistory id={id} mayWrite={mayWrite} />
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

function StockCards({ skus, mayCorrect }: { skus: readonly string[]; mayCorrect: boolean }) {
  const t = useTranslate()
  return (
    <section id="stock" className={css.shelves} aria-label={t('stock')}>
      <h2>{t('stock')}</h2>
      {skus.map((sku) => (
        <StockCard key={sku} sku={sku} mayCorrect={mayCorrect} />
      ))}
    </section>
  )
}
