import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'

import { GiftGrid, GridLoading } from '#storefront/catalog/list/GiftGrid.tsx'
import { ListEnd } from '#storefront/catalog/list/ListEnd.tsx'
import { hasFilters, type ListFilters, scopeOf } from '#storefront/catalog/filters/list-filters.ts'
import {
  tooExpensiveText,
  NearestWords,
  resultText,
  DidYouMean,
} from '#storefront/catalog/list/DidYouMean.tsx'
import { storiesFor } from '#storefront/catalog/list/StoryTile.tsx'
import { useFirstScreen } from '#storefront/catalog/list/use-first-screen.ts'
import type { GiftListState } from '#storefront/catalog/list/use-gift-list.ts'
import {
  usePauseLoading,
  useLoadMore,
  useKeepContentBelow,
} from '#storefront/catalog/list/use-load-more.ts'
import { isConnectionError, readErrorText } from '#storefront/i18n/error-texts.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useOnceOnline } from '#storefront/hooks/use-once-online.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import css from './GiftList.module.css'

const ExactFitGrid = lazy(async () => ({
  default: (await import('#storefront/catalog/exact-fit/ExactFitGrid.tsx')).ExactFitGrid,
}))

type GiftListProps = {
  texts: PageTexts
  list: GiftListState
  search: string
  filters: ListFilters
  reset: () => void
  /** Leaves exact fits and shows all gifts. */
  leaveFit: () => void
}

export function GiftList({ texts, list, search, filters, reset, leaveFit }: GiftListProps) {
  const { gifts, total, isFirst, stale, error, hasMore, loadingMore } = list
  const top = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [isPaused, setPaused] = usePauseLoading(end)
  const focusFrom = useFocusOnNew(top, gifts.length)
  const { maxCards, isComplete } = useFirstScreen(list.isReturning)
  const stories = useMemo(() => storiesFor(texts, search), [texts, search])
  useLoadMore(end, isComplete && hasMore && !isPaused && !error && !loadingMore, list.more)
  useKeepContentBelow(end, gifts.length)
  const result = isFirst || stale || error ? null : resultText(texts, search, list)
  // The list of exact fits announces its own results.
  useResultAnnounced(search, filters.exactFit ? '' : result)
  useScrollToResults(top, search, stale)

  if (filters.exactFit) {
    return (
      <Suspense fallback={<GridLoading />}>
        <ExactFitGrid listTexts={texts} onLeave={leaveFit} />
      </Suspense>
    )
  }
  if (error && gifts.length === 0)
    return <ListFailed texts={texts} error={error} retry={list.retry} />
  if (isFirst) return <GridLoading />
  return (
    <div ref={top} className={css.list}>
      {stale ? null : <DidYouMean texts={texts} search={search} used={list.didYouMean?.used} />}
      {error && stale ? (
        <ListFailed texts={texts} error={error} retry={list.retry} />
      ) : gifts.length === 0 ? (
        <NoGifts texts={texts} search={search} list={list} reset={reset} />
      ) : (
        <GiftGrid
          gifts={gifts}
          stories={stories}
          maxCards={maxCards}
          stale={stale}
          onOpen={list.onOpen}
        />
      )}
      {isComplete && (hasMore || loadingMore || (error && !stale)) ? (
        <ListEnd
          ref={end}
          texts={texts}
          shown={gifts.length}
          total={total}
          loading={loadingMore}
          failed={error}
          onMore={() => {
            focusFrom(gifts.length)
            list.more()
          }}
          onToEnd={() => {
            setPaused(true)
            goToFooter()
          }}
        />
      ) : null}
    </div>
  )
}

/** Explains that nothing was found, and offers other gifts. */
function NoGifts({ texts, search, list, reset }: Omit<GiftListProps, 'filters' | 'leaveFit'>) {
  return (
    <>
      <div className={css.nothing}>
        <p>{texts.jsx('no_products')}</p>
        {list.above > 0 ? <p>{tooExpensiveText(texts, list.above)}</p> : null}
        <NearestWords texts={texts} nearest={list.didYouMean?.nearest ?? []} />
        <p className={css.actions}>
          {hasFilters(search) ? (
            <Button variant="quiet" onClick={reset}>
              {texts.jsx('reset')}
            </Button>
          ) : null}
          {scopeOf(search) === '' ? null : (
            <ShopLink to="/products" className={buttonClass('quiet')}>
              {texts.jsx('allGifts')}
            </ShopLink>
          )}
        </p>
      </div>
      <SuggestedGifts />
    </>
  )
}

function ListFailed({
  texts,
  error,
  retry,
}: {
  texts: PageTexts
  error: Error
  retry: () => void
}) {
  const common = useTexts('websitetranslationcomponents')
  useOnceOnline(isConnectionError(error), retry)
  return (
    <div className={css.nothing} role="alert">
      <p>
        <strong lang="en">An error has occurred general</strong>
        <br />
        {readErrorText(error, common)}
      </p>
      <Button variant="quiet" onClick={retry}>
        {texts.jsx('retry')}
      </Button>
    </div>
  )
}

/** Announces the result once per new query, not when more pages load or the language changes. */
function useResultAnnounced(search: string, result: string | null) {
  const announce = useAnnounce()
  const announced = useRef<string | null>(null)
  useEffect(() => {
    if (result === null || announced.current === search) return
    announced.current = search
    announce(result)
  }, [announce, search, result])
}

/** Scrolls to the start of a new result. */
function useScrollToResults(top: RefObject<HTMLElement | null>, search: string, stale: boolean) {
  const shown = useRef(search)
  useEffect(() => {
    if (stale || shown.current === search) return
    shown.current = search
    const box = top.current?.parentElement
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView()
  }, [top, search, stale])
}

/** After a press on the button for more gifts, the focus moves to the first new one. */
function useFocusOnNew(top: RefObject<HTMLElement | null>, count: number) {
  const firstNew = useRef<number | null>(null)
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return
    const card = top.current?.querySelectorAll<HTMLElement>('[data-scp] a')[firstNew.current]
    firstNew.current = null
    card?.focus()
  }, [top, count])
  return (count: number) => {
    firstNew.current = count
  }
}

function goToFooter() {
  const footer = document.querySelector('footer')
  footer?.scrollIntoView({ block: 'end' })
  footer?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
}
