import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import {
  removeFromFrame,
  storeForFrame,
} from '#backoffice/modules/content/preview/store-preview.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import {
  type PreviewOrder,
  type PreviewReport,
  reportFrom,
  wrapped,
} from '#contract/shared/preview-messages.ts'
import { previewFrame } from '#contract/shared/storage-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './PreviewFrame.module.css'

/** In CSS pixels of the shop. */
const WIDTHS = { desktop: 1280, phone: 390 } as const
export type Device = keyof typeof WIDTHS

type PreviewFrameProps = {
  /** Each frame of a page has a name of its own. */
  name: string
  /** Read by screen readers. */
  title: string
  staff: Pick<Staff, 'name' | 'language'>
  look: StaffInput<'createPreview'>
  /** The shop's page that it opens with. */
  page: string
  /** With the welcome texts, which are shown only once. */
  welcome?: boolean
  device: Device
  /** It takes the rest of the window's height. */
  fills?: boolean
  /** Messages to the shop. Each is sent again when it changes, and to each page that opens. */
  orders?: readonly PreviewOrder[]
  onReport?: (report: PreviewReport) => void
}

/** The real shop in a frame, as a preview of its own. It is scaled to the room that there is. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, device, page, fills = false } = props
  const t = useTranslate()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  /** The page that is shown, and the one that was asked for. */
  const at = useRef<At | null>(null)
  const { opened, error, onRetry } = usePreview(props, at)
  const [isReady, setReady] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const room = useRoom(box)
  useShop({ frame, at, props, onRetry, onReady: () => setReady(true) })
  if (error) return <LoadError error={error} onRetry={onRetry} />
  return (
    <div
      ref={setBox}
      className={classNames(css.box, css[device], fills && css.fills)}
      aria-busy={!isReady && !isBlocked}
    >
      {opened === null || room === null ? null : (
        // The frame has the same origin and needs scripts, so a sandbox would not protect anything.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          key={`${opened.count} ${page}`}
          ref={frame}
          className={css.frame}
          name={previewFrame(props.name)}
          title={title}
          // Another preview opens where the reader was.
          src={opened.at?.under === page ? opened.at.page : page}
          // The document of a blocked frame cannot be read.
          onLoad={({ currentTarget }) => setBlocked(currentTarget.contentDocument === null)}
          style={scaledTo(room, WIDTHS[device])}
        />
      )}
      {isBlocked ? (
        <div className={css.blocked}>
          <Notice kind="bad">
            <p>{t('preview.blocked')}</p>
            <p>{t('preview.blockedHelp')}</p>
          </Notice>
        </div>
      ) : isReady ? null : (
        <p className={css.opening} role="status">
          {t('preview.opening')}
        </p>
      )}
    </div>
  )
}

type At = { page: string; under: string }
type Room = { width: number; height: number }

function scaledTo({ width, height }: Room, wanted: number): CSSProperties {
  const scale = Math.min(1, width / wanted)
  return {
    inlineSize: `${wanted}px`,
    blockSize: `${Math.ceil(height / scale)}px`,
    transform: `scale(${scale})`,
    insetInlineStart: `${Math.max(0, (width - wanted * scale) / 2)}px`,
  }
}

/** An error takes the place of the box, so that the box after it is another one. */
function useRoom(box: HTMLElement | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  useEffect(() => {
    if (!box) return
    const setAbove = () => {
      const { top } = box.getBoundingClientRect()
      box.style.setProperty('--above', `${Math.round(top + window.scrollY)}px`)
    }
    setAbove()
    const watch = new ResizeObserver(() => {
      // In the next frame: it changes the sizes that are being observed.
      requestAnimationFrame(setAbove)
      const { clientWidth: width, clientHeight: height } = box
      setRoom((last) =>
        last?.width === width && last.height === height ? last : { width, height },
      )
    })
    // Elements above the box change the size of its ancestors, for example a notice.
    for (let part: HTMLElement | null = box; part; part = part.parentElement) watch.observe(part)
    return () => watch.disconnect()
  }, [box])
  return room
}

/** Asks for the preview and stores it for the frame. Each is a document of its own. */
function usePreview(
  { name, look, staff, welcome = false }: PreviewFrameProps,
  at: RefObject<At | null>,
) {
  const channels = useQuery(staffQuery('channelNames', {}))
  const [opened, setOpened] = useState<{ count: number; at: At | null } | null>(null)
  const [tries, setTries] = useState(0)
  const [error, setError] = useState<Error | null>(null)
  const request = JSON.stringify(look)
  const { language } = staff
  const zone = channels.data?.items.find(({ id }) => id === look.channel)?.time_zone
  const isKnown = channels.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    let isCurrent = true
    const wanted = JSON.parse(request) as StaffInput<'createPreview'>
    fetchBackoffice('createPreview', wanted).then(
      (created) => {
        if (!isCurrent) return
        storeForFrame(previewFrame(name), created, wanted, {
          asked: '',
          releases: [],
          staff: { name: staff.name, language },
          zone: zone ?? DEFAULT_ZONE,
          welcome,
        })
        setError(null)
        setOpened((before) => ({ count: (before?.count ?? 0) + 1, at: at.current }))
      },
      (thrown: unknown) => {
        if (isCurrent) setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [request, at, isKnown, language, name, staff.name, tries, welcome, zone])
  useEffect(() => () => removeFromFrame(previewFrame(name)), [name])
  const onRetry = () => {
    setError(null)
    setTries((before) => before + 1)
    if (!isKnown) void channels.refetch()
  }
  // Names that are known already are enough, so that a failure to read them again leaves the shop in place.
  return { opened, error: error ?? (isKnown ? null : channels.error), onRetry }
}

/** Sends the orders, and passes the reports on. Only messages of this frame, on the own origin, count. */
function useShop({
  frame,
  at,
  props: { orders = [], page, onReport },
  onRetry,
  onReady,
}: {
  frame: RefObject<HTMLIFrameElement | null>
  at: RefObject<At | null>
  props: PreviewFrameProps
  onRetry: () => void
  onReady: () => void
}) {
  const latest = useRef({ orders, onReport, onRetry, onReady, page })
  useEffect(() => {
    latest.current = { orders, onReport, onRetry, onReady, page }
  })
  useEffect(() => {
    const send = (order: PreviewOrder) =>
      frame.current?.contentWindow?.postMessage(wrapped(order), window.location.origin)
    const hear = (event: MessageEvent) => {
      const shop = frame.current?.contentWindow ?? null
      const report = reportFrom(event, shop, window.location.origin)
      if (!report) return
      if (report.kind === 'ready') {
        at.current = { page: report.page, under: latest.current.page }
        // After it has opened, the user navigates from the requested page.
        const over = report.after === 'opening' ? ['refresh'] : ['refresh', 'go']
        for (const order of latest.current.orders) if (!over.includes(order.kind)) send(order)
        latest.current.onReady()
      } else if (report.kind === 'ended' && at.current) {
        // Only once for each preview, so that one that cannot open does not request another one.
        at.current = null
        latest.current.onRetry()
      }
      latest.current.onReport?.(report)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [at, frame])
  const sent = useRef(new Map<string, string>())
  useEffect(() => {
    for (const order of orders) {
      const text = JSON.stringify(order)
      if (sent.current.get(order.kind) === text) continue
      sent.current.set(order.kind, text)
      frame.current?.contentWindow?.postMessage(wrapped(order), window.location.origin)
    }
  }, [frame, orders])
}
