import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { VoucherDetail, Entry } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import {
  entryQuote,
  entryIcon,
  entryText,
  FILTERS,
  matchesFilter,
  isFailure,
  type TimelineFilter,
} from '#backoffice/modules/vouchers/detail/timeline-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { Timeline } from '#backoffice/kit/display/Timeline.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'

import css from './VoucherTimeline.module.css'

/** The history of a voucher, newest first, with a filter. */
export function VoucherTimeline({
  voucher,
  mayUndo,
  onUndo,
}: {
  voucher: VoucherDetail
  mayUndo: boolean
  onUndo: (auditId: string) => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const shown = voucher.timeline.filter((entry) => matchesFilter(filter, entry))
  return (
    <Card
      title={t('voucher.happened')}
      actions={
        <ChoiceBar
          label={t('voucher.filter')}
          chosen={filter}
          choices={FILTERS.map((value) => ({ value, name: t(`voucher.filter.${value}`) }))}
          onChoose={setFilter}
        />
      }
    >
      {shown.length === 0 ? <p className={css.soft}>{t('voucher.nothingYet')}</p> : null}
      <Timeline
        entries={shown}
        zone={voucher.channel.time_zone}
        renderRow={(entry) => ({
          icon: entryIcon(entry),
          tone: isFailure(entry) ? 'bad' : entry.kind === 'note' ? 'note' : undefined,
          text: (
            <>
              <p>
                {entryText(t, language, entry)}
                <EntryDetails entry={entry} />
              </p>
              {mayUndo && entry.kind === 'action' && voucher.undoable.includes(entry.about) ? (
                <ActionButton small onClick={() => onUndo(entry.about)}>
                  {t('voucher.undo')}
                </ActionButton>
              ) : null}
            </>
          ),
        })}
      />
      {voucher.more ? <p className={css.soft}>{t('voucher.olderLeftOut')}</p> : null}
    </Card>
  )
}

const ORDER_KINDS = new Set<Entry['kind']>([
  'payment',
  'refund',
  'order',
  'order-event',
  'withdrawal',
  'mail',
])

function EntryDetails({ entry }: { entry: Entry }) {
  const t = useTranslate()
  const quote = entryQuote(entry)
  const { who, about, kind } = entry
  // The sentence of these two kinds contains the name already.
  const showsName = kind !== 'note' && kind !== 'acted' && who !== null
  return (
    <>
      {showsName ? <span className={css.soft}> · {who}</span> : null}
      {ORDER_KINDS.has(kind) && about !== '' ? (
        <>
          {' '}
          <BackofficeLink to={`/backoffice/orders/${about}`} className={css.about}>
            {t('voucher.order', { number: about })}
          </BackofficeLink>
        </>
      ) : null}
      {kind === 'question' ? (
        <>
          {' '}
          <BackofficeLink to={`/backoffice/inbox/${about}`} className={css.about}>
            {t('inbox.thread')}
          </BackofficeLink>
        </>
      ) : null}
      {quote ? <q className={css.aside}>{quote}</q> : null}
    </>
  )
}
