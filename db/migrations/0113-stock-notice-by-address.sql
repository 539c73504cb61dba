-- What an address waits for: its number is bounded, and it goes with the account.
create index stock_notice_by_address on stock_notice (email);
