import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { ActionIconButton, actionIconButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { useDebounced } from '#backoffice/kit/form/use-debounced.ts'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { DeviceSwitch, useDevice } from '#backoffice/modules/content/preview/DeviceSwitch.tsx'
import { PreviewChoices } from '#backoffice/modules/content/preview/PreviewChoices.tsx'
import { PreviewFrame } from '#backoffice/modules/content/preview/PreviewFrame.tsx'
import { previewOptionsOf } from '#backoffice/modules/content/preview/preview-options.ts'
import {
  addressOf,
  choicesOf,
  partsOf,
  type Side,
  SIDES,
} from '#backoffice/modules/content/preview/preview-sides.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './PreviewPage.module.css'

const TYPING_MS = 500

/** The shop as a recipient sees it, or two previews side by side. The address contains all choices. */
export function PreviewPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [device, chooseDevice] = useDevice()
  const names = useQuery(staffQuery('channelNames', {}))
  const { channels } = useChannels()
  /** The page that the user opened last on one side. The other side follows. */
  const [page, setPage] = useState('/')
  if (names.error && !names.data)
    return <LoadError error={names.error} onRetry={() => void names.refetch()} />
  const compares = query.get('compare') === 'yes'
  const isOpen = channels.length > 0
  return (
    <>
      <PageHead
        title={t('preview.title')}
        actions={
          <>
            <DeviceSwitch device={device} onChoose={chooseDevice} />
            <SideCount compares={compares} change={change} />
          </>
        }
      />
      <div className={css.body}>
        {staff.permissions.includes('preview.compose') ? null : (
          <Notice kind="info">{t('preview.onlyStands')}</Notice>
        )}
        <div className={css.sides} data-sides={compares ? 2 : 1}>
          {isOpen
            ? SIDES.slice(0, compares ? 2 : 1).map((side) => (
                <PreviewSide
                  key={side}
                  side={side}
                  staff={staff}
                  channels={channels}
                  page={page}
                  onPage={setPage}
                />
              ))
            : null}
        </div>
      </div>
    </>
  )
}

type SideCountProps = { compares: boolean; change: ReturnType<typeof useQueryParams>[1] }

/** Chooses between one preview and two side by side. */
function SideCount({ compares, change }: SideCountProps) {
  const t = useTranslate()
  return (
    <ChoiceBar
      label={t('preview.compare')}
      chosen={compares ? 'two' : 'one'}
      choices={[
        {
          value: 'one',
          name: t('preview.one'),
          display: <BackofficeIcon name="side" />,
        },
        {
          value: 'two',
          name: t('preview.two'),
          display: <BackofficeIcon name="sides" />,
        },
      ]}
      onChoose={(count) => change({ compare: count === 'two' ? 'yes' : null }, { replace: true })}
    />
  )
}

type PreviewSideProps = {
  side: Side
  staff: StaffPageProps['staff']
  channels: readonly { id: string; name: string }[]
  page: string
  onPage: (page: string) => void
}

function PreviewSide({ side, staff, channels, page, onPage }: PreviewSideProps) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [device] = useDevice()
  const choices = choicesOf(query, side)
  const compares = query.get('compare') === 'yes'
  const channel = choices.get('channel') ?? channels[0]?.id ?? ''
  // A new preview is created when the user stops typing.
  const debounced = new URLSearchParams(useDebounced(addressOf(choices, channel), TYPING_MS))
  const shownChannel = debounced.get('channel') ?? channel
  // A reload opens the page that the user last saw.
  const [{ reloads, first }, setOpened] = useState({ reloads: 0, first: page })
  const isWide = useMedia('(width >= 75rem)')
  return (
    <section className={css.side} aria-label={t(`preview.side.${side}`)}>
      <h2 className={compares ? undefined : 'visually-hidden'}>{t(`preview.side.${side}`)}</h2>
      <div className={css.bar}>
        <PreviewChoices
          staff={staff}
          channel={channel}
          channels={channels}
          query={choices}
          set={(parts) => change(partsOf(side, parts), { replace: true })}
          narrow={compares || !isWide}
        />
        <span className={css.links}>
          <ActionIconButton
            icon="reload"
            label={t('preview.reload')}
            onClick={() => setOpened({ reloads: reloads + 1, first: page })}
          />
          <OpenPreview address={addressOf(choices, channel)} page={page} />
        </span>
      </div>
      <PreviewFrame
        fills
        key={reloads}
        name={side}
        title={t('preview.frame', { name: t(`preview.side.${side}`) })}
        staff={staff}
        options={previewOptionsOf(debounced, shownChannel)}
        page={first}
        device={device}
        orders={[{ kind: 'go', page }]}
        onReport={(report) => {
          // The other frame follows the user's navigation in this one, but not a navigation that an order caused.
          if (report.kind === 'ready' && report.after === 'reader') onPage(report.page)
        }}
      />
    </section>
  )
}

function OpenPreview({ address, page }: { address: string; page: string }) {
  const t = useTranslate()
  return (
    <a
      className={actionIconButtonClass}
      aria-label={t('preview.newTab')}
      title={t('preview.newTab')}
      href={`/backoffice/preview/shop?${address}${page === '/' ? '' : `&${new URLSearchParams({ page }).toString()}`}`}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        const invalid = document.querySelector<HTMLInputElement>('#page input:invalid')
        if (!invalid) return
        event.preventDefault()
        invalid.focus()
      }}
    >
      <BackofficeIcon name="outside" />
    </a>
  )
}
