// Package dropline is a client of the Dropline API: order courier deliveries and follow them.
package dropline

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const maxPageSize = 100

// Client calls the API with one key. Calls retry network errors and the statuses 429, 502, 503 and 504; that never
// creates a second order, because orders have your identifier.
type Client struct {
	// Key is dl_live_… or dl_test_….
	Key string
	// BaseURL is the service's URL, such as https://dropline.example.
	BaseURL string
	// Retries is the maximum number of retries of a call.
	Retries int
	// RetryDelay is the mean wait before the first retry; it doubles with each. Retry-After is added.
	RetryDelay time.Duration
	// Timeout is for each attempt.
	Timeout time.Duration
	// Deadline is for a call with all its attempts and waits; a context can have an earlier one.
	Deadline time.Duration
	HTTP     *http.Client
}

// New makes a client with 2 retries, 10 seconds for each attempt and 60 seconds for each call.
func New(key, baseURL string) *Client {
	// A redirect would turn a POST into a GET.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		Key: key, BaseURL: baseURL,
		Retries: 2, RetryDelay: 500 * time.Millisecond, Timeout: 10 * time.Second, Deadline: 60 * time.Second,
		HTTP: &http.Client{CheckRedirect: stay},
	}
}

// CreateOrderOptions are for test keys: how the order goes, such as no_courier, and how many times faster than in life.
type CreateOrderOptions struct {
	SandboxScenario string
	SandboxSpeed    float64
}

func (c *Client) CreateOrder(ctx context.Context, body OrderRequest, options CreateOrderOptions) (Order, error) {
	headers := map[string]string{"X-Sandbox-Scenario": options.SandboxScenario}
	if options.SandboxSpeed != 0 {
		headers["X-Sandbox-Speed"] = strconv.FormatFloat(options.SandboxSpeed, 'f', -1, 64)
	}
	return send[Order](ctx, c, request{method: "POST", path: "/v1/partner/orders", headers: headers, body: body})
}

// ListOrdersOptions: zero values are left out. UpdatedSince sorts by the last change, oldest first. Cursor is a
// NextCursor, not together with Offset.
type ListOrdersOptions struct {
	Limit, Offset                        int
	Cursor                               string
	Status                               []OrderStatus
	CreatedFrom, CreatedTo, UpdatedSince time.Time
	ExternalOrderIDPrefix, Phone         string
	Metadata                             map[string]string
}

// ListOrders returns one page, newest first. IterateOrders reads all pages.
func (c *Client) ListOrders(ctx context.Context, options ListOrdersOptions) (OrderList, error) {
	query := url.Values{}
	for _, status := range options.Status {
		query.Add("status", string(status))
	}
	setTime(query, "created_from", options.CreatedFrom)
	setTime(query, "created_to", options.CreatedTo)
	setTime(query, "updated_since", options.UpdatedSince)
	setText(query, "external_order_id_prefix", options.ExternalOrderIDPrefix)
	setText(query, "phone", options.Phone)
	for key, value := range options.Metadata {
		query.Set("metadata["+key+"]", value)
	}
	setInt(query, "limit", options.Limit)
	setInt(query, "offset", options.Offset)
	setText(query, "cursor", options.Cursor)
	return get[OrderList](ctx, c, "/v1/partner/orders", query)
}

// IterateOrders calls visit with every order that matches, newest first, each once even if orders are created
// meanwhile. It ends with the first error of visit, and returns it.
func (c *Client) IterateOrders(ctx context.Context, options ListOrdersOptions, visit func(Order) error) error {
	if options.Limit == 0 {
		options.Limit = maxPageSize
	}
	for {
		page, err := c.ListOrders(ctx, options)
		if err != nil {
			return err
		}
		for _, order := range page.Orders {
			if err := visit(order); err != nil {
				return err
			}
		}
		if page.NextCursor == nil {
			return nil
		}
		options.Offset, options.Cursor = 0, *page.NextCursor
	}
}

func (c *Client) GetOrder(ctx context.Context, externalOrderID string) (OrderWithHistory, error) {
	return get[OrderWithHistory](ctx, c, orderPath(externalOrderID, ""), nil)
}

// ReplaceOrder returns fields left out to their defaults.
func (c *Client) ReplaceOrder(ctx context.Context, externalOrderID string, body OrderRequest) (Order, error) {
	return send[Order](ctx, c, request{method: "PUT", path: orderPath(externalOrderID, ""), body: body})
}

// PatchOrder keeps fields left out; Null clears.
func (c *Client) PatchOrder(ctx context.Context, externalOrderID string, body OrderPatch) (Order, error) {
	return send[Order](ctx, c, request{method: "PATCH", path: orderPath(externalOrderID, ""), body: body})
}

// GetCancellation returns what a cancellation costs now.
func (c *Client) GetCancellation(ctx context.Context, externalOrderID string) (CancellationTerms, error) {
	return get[CancellationTerms](ctx, c, orderPath(externalOrderID, "/cancellation"), nil)
}

func (c *Client) CancelOrder(ctx context.Context, externalOrderID string, body CancelRequest) (Order, error) {
	return post[Order](ctx, c, orderPath(externalOrderID, "/cancel"), body)
}

// AnswerUndeliverable decides about a dropoff that could not be handed over.
func (c *Client) AnswerUndeliverable(ctx context.Context, externalOrderID string, body UndeliverableRequest) (Order, error) {
	return post[Order](ctx, c, orderPath(externalOrderID, "/undeliverable"), body)
}

// IssueTrackingLink keeps existing links.
func (c *Client) IssueTrackingLink(ctx context.Context, externalOrderID string) (TrackingLink, error) {
	return post[TrackingLink](ctx, c, orderPath(externalOrderID, "/tracking_link"), nil)
}

// CreateBatch creates the orders in the background, each as by CreateOrder.
func (c *Client) CreateBatch(ctx context.Context, body BatchRequest) (Batch, error) {
	return post[Batch](ctx, c, "/v1/partner/batches", body)
}

// GetBatchOptions: zero values are left out.
type GetBatchOptions struct {
	Limit, Offset int
}

// GetBatch returns how far a batch is, with one page of its results.
func (c *Client) GetBatch(ctx context.Context, batchID string, options GetBatchOptions) (BatchWithResults, error) {
	query := url.Values{}
	setInt(query, "limit", options.Limit)
	setInt(query, "offset", options.Offset)
	return get[BatchWithResults](ctx, c, batchPath(batchID, ""), query)
}

// StopBatch skips the pending orders.
func (c *Client) StopBatch(ctx context.Context, batchID string) (Batch, error) {
	return post[Batch](ctx, c, batchPath(batchID, "/stop"), nil)
}

func (c *Client) CreateQuote(ctx context.Context, body QuoteRequest) (Quote, error) {
	return post[Quote](ctx, c, "/v1/partner/quotes", body)
}

func (c *Client) GetPricing(ctx context.Context) (Tariff, error) {
	return get[Tariff](ctx, c, "/v1/delivery/pricing", nil)
}

// SearchAddressesOptions: zero values are left out. Near is latitude,longitude.
type SearchAddressesOptions struct {
	Limit int
	Near  string
}

func (c *Client) SearchAddresses(ctx context.Context, text string, options SearchAddressesOptions) (AddressList, error) {
	query := url.Values{"query": {text}}
	setInt(query, "limit", options.Limit)
	setText(query, "near", options.Near)
	return get[AddressList](ctx, c, "/v1/partner/addresses", query)
}

func (c *Client) FindNearestAddress(ctx context.Context, latitude, longitude float64) (NearestAddressAnswer, error) {
	query := url.Values{}
	query.Set("latitude", strconv.FormatFloat(latitude, 'f', -1, 64))
	query.Set("longitude", strconv.FormatFloat(longitude, 'f', -1, 64))
	return get[NearestAddressAnswer](ctx, c, "/v1/partner/addresses/reverse", query)
}

func (c *Client) ListStatements(ctx context.Context) (StatementList, error) {
	return get[StatementList](ctx, c, "/v1/partner/statements", nil)
}

// GetStatementOptions: zero values are left out.
type GetStatementOptions struct {
	Limit, Offset int
}

// GetStatement returns one page of the lines. The month is such as 2026-11.
func (c *Client) GetStatement(ctx context.Context, month string, options GetStatementOptions) (StatementWithLines, error) {
	query := url.Values{}
	setInt(query, "limit", options.Limit)
	setInt(query, "offset", options.Offset)
	return get[StatementWithLines](ctx, c, "/v1/partner/statements/"+url.PathEscape(month), query)
}

// Ping returns the account of the key.
func (c *Client) Ping(ctx context.Context) (Account, error) {
	return get[Account](ctx, c, "/v1/partner/ping", nil)
}

// ListEventsOptions: zero values are left out. After is a NextCursor.
type ListEventsOptions struct {
	After string
	Limit int
}

// ListEvents returns one page of the event log. IterateEventPages reads all pages.
func (c *Client) ListEvents(ctx context.Context, options ListEventsOptions) (EventPage, error) {
	query := url.Values{}
	setText(query, "after", options.After)
	setInt(query, "limit", options.Limit)
	return get[EventPage](ctx, c, "/v1/partner/events", query)
}

// IterateEventPages calls visit with the pages of the event log up to its end. Store NextCursor with the results of a
// page, and continue after it the next time. It ends with the first error of visit, and returns it.
func (c *Client) IterateEventPages(ctx context.Context, options ListEventsOptions, visit func(EventPage) error) error {
	if options.Limit == 0 {
		options.Limit = maxPageSize
	}
	for {
		page, err := c.ListEvents(ctx, options)
		if err != nil || len(page.Events) == 0 {
			return err
		}
		if err := visit(page); err != nil || !page.HasMore {
			return err
		}
		options.After = page.NextCursor
	}
}

// CreateWebhookEndpoint returns an existing endpoint with this URL unchanged, without its Secret.
func (c *Client) CreateWebhookEndpoint(ctx context.Context, body WebhookEndpointBody) (CreatedWebhookEndpoint, error) {
	return post[CreatedWebhookEndpoint](ctx, c, "/v1/partner/webhook_endpoints", body)
}

// ListWebhookEndpoints returns all of them, oldest first.
func (c *Client) ListWebhookEndpoints(ctx context.Context) (WebhookEndpointList, error) {
	return get[WebhookEndpointList](ctx, c, "/v1/partner/webhook_endpoints", nil)
}

func (c *Client) GetWebhookEndpoint(ctx context.Context, endpointID string) (WebhookEndpoint, error) {
	return get[WebhookEndpoint](ctx, c, endpointPath(endpointID, ""), nil)
}

// PatchWebhookEndpoint keeps fields left out.
func (c *Client) PatchWebhookEndpoint(ctx context.Context, endpointID string, body WebhookEndpointPatch) (WebhookEndpoint, error) {
	return send[WebhookEndpoint](ctx, c, request{method: "PATCH", path: endpointPath(endpointID, ""), body: body})
}

func (c *Client) DeleteWebhookEndpoint(ctx context.Context, endpointID string) (WebhookEndpointId, error) {
	return send[WebhookEndpointId](ctx, c, request{method: "DELETE", path: endpointPath(endpointID, "")})
}

// RotateWebhookSecret returns a new secret; for 24 hours both sign. It is never retried, since each call replaces the
// secret again.
func (c *Client) RotateWebhookSecret(ctx context.Context, endpointID string) (WebhookSecret, error) {
	return postOnce[WebhookSecret](ctx, c, endpointPath(endpointID, "/rotate_secret"), nil)
}

// TestWebhookEndpoint sends webhook.test. It is never retried, since each call sends another.
func (c *Client) TestWebhookEndpoint(ctx context.Context, endpointID string) (WebhookDeliveryId, error) {
	return postOnce[WebhookDeliveryId](ctx, c, endpointPath(endpointID, "/test"), nil)
}

// ListWebhookDeliveriesOptions: zero values are left out. Cursor is a NextCursor.
type ListWebhookDeliveriesOptions struct {
	Limit  int
	Cursor string
}

// ListWebhookDeliveries returns one page, newest first.
func (c *Client) ListWebhookDeliveries(ctx context.Context, endpointID string, options ListWebhookDeliveriesOptions) (WebhookDeliveryPage, error) {
	query := url.Values{}
	setInt(query, "limit", options.Limit)
	setText(query, "cursor", options.Cursor)
	return get[WebhookDeliveryPage](ctx, c, endpointPath(endpointID, "/deliveries"), query)
}

// ResendWebhookDelivery is never retried, since each call sends the event again.
func (c *Client) ResendWebhookDelivery(ctx context.Context, endpointID, deliveryID string) (WebhookDeliveryId, error) {
	path := endpointPath(endpointID, "/deliveries/"+url.PathEscape(deliveryID)+"/resend")
	return postOnce[WebhookDeliveryId](ctx, c, path, nil)
}

// StepOrder takes the courier's next step, with a test key. It is never retried, since each call takes another step.
func (c *Client) StepOrder(ctx context.Context, externalOrderID string, body SandboxStep) (Order, error) {
	path := "/v1/partner/sandbox/orders/" + url.PathEscape(externalOrderID) + "/step"
	return postOnce[Order](ctx, c, path, body)
}

func get[Data any](ctx context.Context, c *Client, path string, query url.Values) (Data, error) {
	return send[Data](ctx, c, request{method: "GET", path: path, query: query})
}

func post[Data any](ctx context.Context, c *Client, path string, body any) (Data, error) {
	return send[Data](ctx, c, request{method: "POST", path: path, body: body})
}

func postOnce[Data any](ctx context.Context, c *Client, path string, body any) (Data, error) {
	return send[Data](ctx, c, request{method: "POST", path: path, body: body, isOnce: true})
}

func batchPath(batchID, action string) string {
	return "/v1/partner/batches/" + url.PathEscape(batchID) + action
}

func endpointPath(endpointID, action string) string {
	return "/v1/partner/webhook_endpoints/" + url.PathEscape(endpointID) + action
}

func orderPath(externalOrderID, action string) string {
	return "/v1/partner/orders/" + url.PathEscape(externalOrderID) + action
}

func setInt(query url.Values, name string, value int) {
	if value != 0 {
		query.Set(name, strconv.Itoa(value))
	}
}

func setTime(query url.Values, name string, value time.Time) {
	if !value.IsZero() {
		query.Set(name, value.Format(time.RFC3339Nano))
	}
}

func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}
