import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '#storefront/router/router.tsx'

import { GiftFailed } from '#storefront/catalog/gift/GiftFailed.tsx'
import { GiftLoading } from '#storefront/catalog/gift/GiftLoading.tsx'
import { giftInList } from '#storefront/catalog/gift/gift-in-list.ts'
import { GiftDetail } from '#storefront/catalog/gift/GiftDetail.tsx'
import { productQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

export default function DetailPage() {
  const { scpId = '' } = useParams()
  const queries = useQueryClient()
  const language = useLanguage()
  const { data, error, isFetching, refetch } = useQuery({
    ...productQuery(scpId, language),
    // Already requested when its address was opened.
    retryOnMount: false,
    // Another language is the same gift: the page stays until its new texts arrive.
    placeholderData: (before) => (before?.scp === scpId ? before : undefined),
  })
  if (data) return <GiftDetail key={pageKeyOf(data)} product={data} />
  if (error && !isFetching) return <GiftFailed error={error} onRetry={() => void refetch()} />
  return <GiftLoading gift={giftInList(queries, scpId, language)} />
}

/** The key of the page. The variants of one gift share it, so that the page keeps its state. */
const pageKeyOf = ({
  scp,
  product_variants,
}: {
  scp: string
  product_variants: { scp: string }[]
}) => product_variants[0]?.scp ?? scp
