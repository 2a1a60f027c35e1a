-- Which one of a gift was chosen, as its name frozen in the order's own language.
alter table order_line add column variant text not null default '';

-- What was ordered before is told as it is called now; a value that nobody has named by its code.
update order_line set variant = coalesce((
    select string_agg(
      coalesce(nullif(texts ->> orders.language, ''), nullif(texts ->> default_language, ''),
        nullif(texts ->> 'nl', ''), value), ', ' order by place)
    from unnest(dimension_ids, array[value_0, value_1]) with ordinality as chosen (dimension_id, value, place)
      left join dimension_value
        on dimension_value.dimension_id = chosen.dimension_id and dimension_value.id = value
    where value <> ''), '')
  from orders, channel, article, product
  where orders.number = order_number and channel.id = orders.channel_id and article.sku = order_line.sku
    and product.id = article.product_id and value_0 <> '';
