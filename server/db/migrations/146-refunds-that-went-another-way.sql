-- Cases of refunds that failed, whose money went back in another way: they stood open with nothing left to do.
update attention set closed_at = now(), outcome = 'gone'
from refund join payment on payment.key = payment_key
where attention.kind = 'refund-failed' and closed_at is null and subject = refund.key::text
  and money_returned(payment_key) >= payment.cents;
