// Made by scripts/generate-clients.ts from the API's document; change that instead.

// Package dropline calls the Dropline API. Retries never create a second order: orders are known by your own identifier.
package dropline

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Client calls the API with one key.
type Client struct {
	Key     string
	BaseURL string
	// Retries after a failure that passes by itself: no connection, 429, 503.
	Retries int
	HTTP    *http.Client
}

// New makes a client that tries each call up to three times.
func New(key, baseURL string) *Client {
	return &Client{Key: key, BaseURL: baseURL, Retries: 2, HTTP: &http.Client{Timeout: 10 * time.Second}}
}

// Error is a refusal of the API.
type Error struct {
	Status    int    `json:"-"`
	RequestID string `json:"-"`
	ID        string `json:"id"`
	Message   string `json:"message"`
	Details   string `json:"details"`
}

func (e *Error) Error() string { return e.Message }

// CreateOrderOptions are the parameters of CreateOrder; empty ones are left out.
type CreateOrderOptions struct {
	SandboxScenario string
	SandboxSpeed    string
}

// CreateOrder: Create a delivery.
func (c *Client) CreateOrder(ctx context.Context, body any, options CreateOrderOptions) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/orders", headers: map[string]string{"X-Sandbox-Scenario": options.SandboxScenario, "X-Sandbox-Speed": options.SandboxSpeed}, body: body, isRepeatable: true})
}

// ListOrdersOptions are the parameters of ListOrders; empty ones are left out.
type ListOrdersOptions struct {
	Limit  string
	Offset string
}

// ListOrders: List deliveries.
func (c *Client) ListOrders(ctx context.Context, options ListOrdersOptions) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/orders", query: map[string]string{"limit": options.Limit, "offset": options.Offset}, isRepeatable: true})
}

// GetOrder: Read a delivery.
func (c *Client) GetOrder(ctx context.Context, externalOrderID string) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID), isRepeatable: true})
}

// ReplaceOrder: Update a delivery.
func (c *Client) ReplaceOrder(ctx context.Context, externalOrderID string, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "PUT", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID), body: body, isRepeatable: true})
}

// PatchOrder: Partially update a delivery.
func (c *Client) PatchOrder(ctx context.Context, externalOrderID string, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "PATCH", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID), body: body, isRepeatable: true})
}

// GetCancellation: Get the cost of a cancellation.
func (c *Client) GetCancellation(ctx context.Context, externalOrderID string) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID) + "/cancellation", isRepeatable: true})
}

// CancelOrder: Cancel a delivery.
func (c *Client) CancelOrder(ctx context.Context, externalOrderID string, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID) + "/cancel", body: body, isRepeatable: true})
}

// AnswerUndeliverable: Decide about an undeliverable dropoff.
func (c *Client) AnswerUndeliverable(ctx context.Context, externalOrderID string, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID) + "/undeliverable", body: body, isRepeatable: true})
}

// IssueTrackingLink: Issue a tracking link.
func (c *Client) IssueTrackingLink(ctx context.Context, externalOrderID string) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/orders/" + url.PathEscape(externalOrderID) + "/tracking_link", isRepeatable: true})
}

// CreateQuote: Price a delivery.
func (c *Client) CreateQuote(ctx context.Context, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/quotes", body: body, isRepeatable: true})
}

// GetPricing: Read the tariff table.
func (c *Client) GetPricing(ctx context.Context) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/delivery/pricing", isRepeatable: true})
}

// SearchAddressesOptions are the parameters of SearchAddresses; empty ones are left out.
type SearchAddressesOptions struct {
	Query string
	Limit string
	Near  string
}

// SearchAddresses: Find an address.
func (c *Client) SearchAddresses(ctx context.Context, options SearchAddressesOptions) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/addresses", query: map[string]string{"query": options.Query, "limit": options.Limit, "near": options.Near}, isRepeatable: true})
}

// FindNearestAddressOptions are the parameters of FindNearestAddress; empty ones are left out.
type FindNearestAddressOptions struct {
	Latitude  string
	Longitude string
}

// FindNearestAddress: Find the address of a point.
func (c *Client) FindNearestAddress(ctx context.Context, options FindNearestAddressOptions) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/addresses/reverse", query: map[string]string{"latitude": options.Latitude, "longitude": options.Longitude}, isRepeatable: true})
}

// Ping: Verify a key.
func (c *Client) Ping(ctx context.Context) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/ping", isRepeatable: true})
}

// ListEventsOptions are the parameters of ListEvents; empty ones are left out.
type ListEventsOptions struct {
	After string
	Limit string
}

// ListEvents: Read the event journal.
func (c *Client) ListEvents(ctx context.Context, options ListEventsOptions) (json.RawMessage, error) {
	return c.call(ctx, call{method: "GET", path: "/v1/partner/events", query: map[string]string{"after": options.After, "limit": options.Limit}, isRepeatable: true})
}

// StepOrder: Move a test order by hand.
func (c *Client) StepOrder(ctx context.Context, externalOrderID string, body any) (json.RawMessage, error) {
	return c.call(ctx, call{method: "POST", path: "/v1/partner/sandbox/orders/" + url.PathEscape(externalOrderID) + "/step", body: body})
}

type call struct {
	method, path   string
	query, headers map[string]string
	body           any
	isRepeatable   bool
}

func (c *Client) call(ctx context.Context, one call) (json.RawMessage, error) {
	query := url.Values{}
	for name, value := range one.query {
		if value != "" {
			query.Set(name, value)
		}
	}
	address := c.BaseURL + one.path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	var body []byte
	if one.body != nil {
		encoded, err := json.Marshal(one.body)
		if err != nil {
			return nil, err
		}
		body = encoded
	}
	for tries := 0; ; tries++ {
		mayRetry := one.isRepeatable && tries < c.Retries
		wait := 500 * time.Millisecond << tries
		response, err := c.send(ctx, one, address, body)
		if err != nil && (!mayRetry || ctx.Err() != nil) {
			return nil, err
		}
		if err == nil {
			if !mayRetry || (response.StatusCode != 429 && response.StatusCode != 503) {
				return read(response)
			}
			response.Body.Close()
			seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
			if asked := time.Duration(seconds) * time.Second; asked > wait {
				wait = asked
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (c *Client) send(ctx context.Context, one call, address string, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, one.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range one.headers {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	return c.HTTP.Do(request)
}

func read(response *http.Response) (json.RawMessage, error) {
	defer response.Body.Close()
	var answer struct {
		Success bool            `json:"success"`
		Data    json.RawMessage `json:"data"`
		Error   *Error          `json:"error"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if answer.Success {
		return answer.Data, nil
	}
	answer.Error.Status = response.StatusCode
	answer.Error.RequestID = response.Header.Get("X-Request-Id")
	return nil, answer.Error
}
